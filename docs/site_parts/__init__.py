"""What the site adds to Sphinx: contents from plain links, a gallery, schemas, boards."""
