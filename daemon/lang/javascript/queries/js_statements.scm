; JavaScript alone, after statements.scm.

(class_body (field_definition) @statement)
