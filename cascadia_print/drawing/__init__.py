"""A sheet as shapes, and shapes as pages."""
