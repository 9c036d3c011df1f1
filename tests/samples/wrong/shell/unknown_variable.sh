# wrong: no program reads this variable
# rule: variable unknown
export HSA_OVERRIDE_GFX=11.0.0
