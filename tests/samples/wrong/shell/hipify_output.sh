# wrong: --output is no option; without -o the code goes to standard output
# rule: hipify option
hipify-perl kernel.cu --output - | grep unsupported
