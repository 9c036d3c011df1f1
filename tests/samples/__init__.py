"""What test_samples.py checks samples with: what the catalogue knows, our rules, and a HIP compiler."""
