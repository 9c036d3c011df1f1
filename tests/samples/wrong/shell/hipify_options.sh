# wrong: hipify-clang has none of these options
# rule: hipify option
hipify-clang --cuda /path/to/project --output /path/to/hip --print-stats --no-swap --keep-uncopied-comment
