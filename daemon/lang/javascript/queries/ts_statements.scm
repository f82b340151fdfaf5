; TypeScript alone, after statements.scm.

(class_body (public_field_definition) @statement)
