; Names: who binds them, who uses them, in which scope (captures: lang/syntax.h).
; Where two patterns capture one node, the later one wins.

(identifier) @use

; ---- neither binds nor uses a variable
(attribute attribute: (identifier) @attribute)
(dotted_name (identifier) @attribute)
(keyword_argument name: (identifier) @label)
(keyword_pattern . (identifier) @label)
(assignment left: (identifier) @label type: (type) !right)
; namedtuple and enum have public names that only look private
((attribute attribute: (identifier) @label)
 (#any-of? @label "_asdict" "_replace" "_make" "_fields" "_field_defaults"
                  "_value_" "_name_" "_missing_" "_generate_next_value_"))

; ---- scopes, and the parts of them that run outside
(function_definition) @scope
(lambda) @scope
(class_definition) @scope.class
[(list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @scope.inner
(function_definition return_type: (_) @outside)
(default_parameter value: (_) @outside)
(typed_default_parameter value: (_) @outside)
(typed_default_parameter type: (_) @outside)
(typed_parameter type: (_) @outside)
(class_definition superclasses: (_) @outside)
(list_comprehension . (_) . (for_in_clause right: (_) @outside))
(set_comprehension . (_) . (for_in_clause right: (_) @outside))
(dictionary_comprehension . (_) . (for_in_clause right: (_) @outside))
(generator_expression . (_) . (for_in_clause right: (_) @outside))

; ---- definitions
(function_definition name: (identifier) @define @outside)
(class_definition name: (identifier) @define @outside)
(parameters (identifier) @define)
(lambda_parameters (identifier) @define)
(default_parameter name: (identifier) @define)
(typed_default_parameter name: (identifier) @define)
(typed_parameter . (identifier) @define)
(list_splat_pattern (identifier) @define)
(dictionary_splat_pattern (identifier) @define)
(type_parameter (type (identifier) @define @outside))
(type_parameter (type (constrained_type . (type (identifier) @define @outside))))
(type_parameter (type (splat_type (identifier) @define @outside)))
(type_alias_statement left: (type (identifier) @define))
(type_alias_statement left: (type (generic_type (identifier) @define)))
(type_alias_statement left: (type (generic_type (type_parameter (type (identifier) @define)))))

; ---- assignments
(assignment left: (identifier) @define right: (_))
(pattern_list (identifier) @define)
(tuple_pattern (identifier) @define)
(list_pattern (identifier) @define)
(for_statement left: (identifier) @define)
(for_in_clause left: (identifier) @define)
(named_expression name: (identifier) @define.hoist)
(as_pattern_target (identifier) @define)
(as_pattern_target (tuple (identifier) @define))
(as_pattern_target (list (identifier) @define))
(as_pattern_target (tuple (tuple (identifier) @define)))
(as_pattern_target (tuple (list (identifier) @define)))
(as_pattern_target (tuple (list_splat (identifier) @define)))
(as_pattern_target (list (list_splat (identifier) @define)))
(global_statement (identifier) @global)
(nonlocal_statement (identifier) @nonlocal)
((assignment left: (attribute object: (identifier) @_object attribute: (identifier) @own))
 (#any-of? @_object "self" "cls"))

; ---- match statements: a lone name binds, a dotted one is looked up
(case_pattern (dotted_name . (identifier) @use))
(case_pattern (dotted_name . (identifier) @define .))
(union_pattern (dotted_name . (identifier) @use))
(union_pattern (dotted_name . (identifier) @define .))
(keyword_pattern (dotted_name . (identifier) @use))
(keyword_pattern (dotted_name . (identifier) @define .))
(class_pattern (dotted_name . (identifier) @use))
(dict_pattern key: (dotted_name . (identifier) @use))
(splat_pattern (identifier) @define)
(as_pattern (case_pattern) (identifier) @define)

; ---- imports; @module and @path make the full name of what is bound
(import_statement name: (dotted_name . (identifier) @import))
(import_statement name: (aliased_import name: (dotted_name) @path alias: (identifier) @import))
(import_from_statement
  module_name: (_) @module
  name: (dotted_name (identifier) @import))
(import_from_statement
  module_name: (_) @module
  name: (aliased_import name: (dotted_name) @path alias: (identifier) @import))
(import_from_statement module_name: (dotted_name (identifier) @attribute))
(import_from_statement module_name: (relative_import (dotted_name (identifier) @attribute)))
(future_import_statement (dotted_name (identifier) @label))
(future_import_statement (aliased_import (dotted_name (identifier) @label)))
(future_import_statement (aliased_import alias: (identifier) @label))
(wildcard_import) @star
