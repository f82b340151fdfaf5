; Names: who binds them, who uses them, in which scope (captures: lang/syntax.h).
; js_names.scm and ts_names.scm follow it. Where two patterns capture one node, the later one wins.

(identifier) @use
(shorthand_property_identifier) @use
(property_identifier) @attribute

; ---- neither binds nor uses a variable
(object (pair key: (property_identifier) @own))
(object (method_definition name: (property_identifier) @own))
(class_body (method_definition name: (property_identifier) @own))
(object_pattern (pair_pattern key: (property_identifier) @attribute))
(assignment_expression left: (member_expression object: (this) property: (property_identifier) @own))
(meta_property) @label
; written with an underscore, and yet meant for everybody
((property_identifier) @label
 (#any-of? @label "__proto__" "__dirname" "__filename" "__esModule"
                  "__defineGetter__" "__defineSetter__" "__lookupGetter__" "__lookupSetter__"))

; ---- scopes, and the parts of them that run outside
[(function_declaration) (generator_function_declaration) (function_expression)
 (generator_function) (arrow_function) (method_definition)] @scope
(class_static_block) @scope
(class) @scope.inner
[(statement_block) (for_statement) (for_in_statement) (catch_clause) (switch_body)] @scope.inner
(method_definition name: (computed_property_name) @outside)

; ---- definitions
(function_declaration name: (identifier) @define @outside)
(generator_function_declaration name: (identifier) @define @outside)
(class_declaration name: (_) @define)
(function_expression name: (identifier) @define)
(generator_function name: (identifier) @define)
(class name: (_) @define)
(arrow_function parameter: (identifier) @define)
(catch_clause parameter: (identifier) @define)
(lexical_declaration (variable_declarator name: (identifier) @define))
(variable_declaration (variable_declarator name: (identifier) @define.hoist))
(for_in_statement left: (identifier) @define)
((for_in_statement kind: "var" left: (identifier) @define.hoist))
(shorthand_property_identifier_pattern) @define
(object_pattern (pair_pattern value: (identifier) @define))
(array_pattern (identifier) @define)
(rest_pattern (identifier) @define)
(assignment_pattern left: (identifier) @define)
(variable_declaration (variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @define.hoist)))
(variable_declaration (variable_declarator name: (object_pattern (pair_pattern value: (identifier) @define.hoist))))
(variable_declaration (variable_declarator name: (array_pattern (identifier) @define.hoist)))
; a name that is only assigned to becomes a global of a script
(assignment_expression left: (identifier) @define.hoist)

; ---- imports; @module and @path make the full name of what is bound
(import_statement
  (import_clause (identifier) @import)
  source: (string (string_fragment) @path))
(import_statement
  (import_clause (namespace_import (identifier) @import))
  source: (string (string_fragment) @path))
(import_statement
  (import_clause (named_imports (import_specifier !alias name: (identifier) @import)))
  source: (string (string_fragment) @module))
(import_statement
  (import_clause (named_imports (import_specifier name: (_) @path alias: (identifier) @import)))
  source: (string (string_fragment) @module))
(import_specifier name: (identifier) @attribute alias: (_))
((variable_declarator
   name: (identifier) @import
   value: (call_expression function: (identifier) @_require
                           arguments: (arguments (string (string_fragment) @path))))
 (#any-of? @_require "require"))
((variable_declarator
   name: (object_pattern (shorthand_property_identifier_pattern) @import)
   value: (call_expression function: (identifier) @_require
                           arguments: (arguments (string (string_fragment) @module))))
 (#any-of? @_require "require"))
((variable_declarator
   name: (object_pattern (pair_pattern key: (property_identifier) @path value: (identifier) @import))
   value: (call_expression function: (identifier) @_require
                           arguments: (arguments (string (string_fragment) @module))))
 (#any-of? @_require "require"))
((variable_declarator
   name: (identifier) @import
   value: (member_expression
     object: (call_expression function: (identifier) @_require
                              arguments: (arguments (string (string_fragment) @module)))
     property: (property_identifier) @path))
 (#any-of? @_require "require"))

; ---- exports
(export_specifier alias: (_) @label)
(export_statement (export_clause (export_specifier name: (identifier) @label)) source: (_))
