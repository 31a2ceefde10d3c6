"""Certificates: written by the plans of the engines, checked by the rules alone."""
