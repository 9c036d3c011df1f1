# wrong: no such project; and the line names no index
# rule: names no index
pip install hipify-python
