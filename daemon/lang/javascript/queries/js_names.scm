; JavaScript alone, after names.scm.

(class_body (field_definition property: (property_identifier) @own))
(formal_parameters (identifier) @define)
