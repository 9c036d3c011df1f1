"""Symptoms, known issues, claims, and where facts come from."""
