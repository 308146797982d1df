"""Batch prediction: files of any length to files of answers, in bounded memory."""
