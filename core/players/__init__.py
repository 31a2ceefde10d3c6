"""Opponents, and how engines are asked: strategies and engine players, the worker process, and the pool."""
