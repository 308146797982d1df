"""Batch prediction of files of any length in bounded memory."""
