; TypeScript alone, after names.scm: names of types are no variables, parameters lie one node deeper.

(class_body (public_field_definition name: (property_identifier) @own))
[(function_type) (function_signature)] @scope.inner
(abstract_class_declaration name: (type_identifier) @define)
(enum_declaration name: (identifier) @define)
(enum_body (property_identifier) @own)
(enum_body (enum_assignment name: (property_identifier) @own))
(internal_module name: (identifier) @define)
(module name: (identifier) @define)
(import_require_clause (identifier) @import)
(import_alias . (identifier) @define)
(required_parameter pattern: (identifier) @define)
(optional_parameter pattern: (identifier) @define)
(function_type parameters: (formal_parameters (required_parameter pattern: (identifier) @label)))
(function_type parameters: (formal_parameters (optional_parameter pattern: (identifier) @label)))
(type_query (identifier) @use)
(type_predicate name: (identifier) @label)
