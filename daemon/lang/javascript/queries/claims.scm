; What an assertion looks at (captures: lang/syntax.h): node's assert, and expect() of jest, vitest and chai.
; A chain of words behind expect() is followed three deep: `expect(x).to.not.deep.equal(y)`. The later pattern wins.

; ---- expect(x).toBe(y), also as all that a function does
(expression_statement (call_expression function: (member_expression object: [
    (call_expression function: (identifier) @by arguments: (arguments . (_) @value .))
    (member_expression object: (call_expression function: (identifier) @by arguments: (arguments . (_) @value .)))
    (member_expression object: (member_expression object:
      (call_expression function: (identifier) @by arguments: (arguments . (_) @value .))))
    (member_expression object: (member_expression object: (member_expression object:
      (call_expression function: (identifier) @by arguments: (arguments . (_) @value .)))))])) @claim
  (#any-of? @by "expect"))
(arrow_function body: (call_expression function: (member_expression object: [
    (call_expression function: (identifier) @by arguments: (arguments . (_) @value .))
    (member_expression object: (call_expression function: (identifier) @by arguments: (arguments . (_) @value .)))
    (member_expression object: (member_expression object:
      (call_expression function: (identifier) @by arguments: (arguments . (_) @value .))))])) @claim
  (#any-of? @by "expect"))
; chai: expect(x).to.be.true
(expression_statement (member_expression object: [
    (member_expression object: (call_expression function: (identifier) @by arguments: (arguments . (_) @value .)))
    (member_expression object: (member_expression object:
      (call_expression function: (identifier) @by arguments: (arguments . (_) @value .))))
    (member_expression object: (member_expression object: (member_expression object:
      (call_expression function: (identifier) @by arguments: (arguments . (_) @value .)))))]) @claim
  (#any-of? @by "expect"))

; ---- expect(() => f(x)).toThrow(), expect(f).to.throw()
((expression_statement (call_expression function: (member_expression
    object: [
      (call_expression function: (identifier) @by arguments: (arguments . (_) @call .))
      (member_expression object: (call_expression function: (identifier) @by arguments: (arguments . (_) @call .)))
      (member_expression object: (member_expression object:
        (call_expression function: (identifier) @by arguments: (arguments . (_) @call .))))]
    property: (property_identifier) @_how))) @claim
  (#any-of? @by "expect")
  (#any-of? @_how "toThrow" "toThrowError" "throw" "throws"))

; ---- await expect(p).resolves.toBe(y), of rejects too
((expression_statement (await_expression (call_expression function: (member_expression object: [
    (member_expression
      object: (call_expression function: (identifier) @by arguments: (arguments . (_) @promise .))
      property: (property_identifier) @_how)
    (member_expression object: (member_expression
      object: (call_expression function: (identifier) @by arguments: (arguments . (_) @promise .))
      property: (property_identifier) @_how))])))) @claim
  (#any-of? @by "expect")
  (#any-of? @_how "resolves" "rejects"))

; ---- assert(x), assert.equal(x, y), assert.strict.equal(x, y)
([(expression_statement (call_expression function: (identifier) @by @_how arguments: (arguments . (_) @value)) @claim)
  (expression_statement (call_expression
    function: (member_expression object: (identifier) @by) @_how arguments: (arguments . (_) @value)) @claim)
  (expression_statement (call_expression
    function: (member_expression object: (member_expression object: (identifier) @by)) @_how
    arguments: (arguments . (_) @value)) @claim)
  (arrow_function body: (call_expression
    function: (member_expression object: (identifier) @by) @_how arguments: (arguments . (_) @value)) @claim)]
 (#any-of? @_how
   "assert" "assert.ok" "assert.equal" "assert.strictEqual" "assert.deepEqual" "assert.deepStrictEqual"
   "assert.notEqual" "assert.notStrictEqual" "assert.notDeepEqual" "assert.notDeepStrictEqual"
   "assert.partialDeepStrictEqual" "assert.match" "assert.doesNotMatch" "assert.ifError"
   "assert.strict.ok" "assert.strict.equal" "assert.strict.strictEqual" "assert.strict.deepEqual"
   "assert.strict.deepStrictEqual" "assert.strict.notEqual" "assert.strict.notDeepEqual"))
; assert(f(x) === y)
((expression_statement (call_expression
   function: [(identifier) @by (member_expression object: (identifier) @by)] @_how
   arguments: (arguments . (binary_expression left: (_) @value operator: ["===" "=="]))) @claim)
 (#any-of? @_how "assert" "assert.ok"))
; assert.equal(y, f(x)): the constant is what is expected
((expression_statement (call_expression function: (member_expression object: (identifier) @by) @_how
   arguments: (arguments . [(string) (number) (true) (false) (null) (undefined)] . (call_expression) @value)) @claim)
 (#any-of? @_how "assert.equal" "assert.strictEqual" "assert.deepEqual" "assert.deepStrictEqual"))
((expression_statement (call_expression function: (member_expression object: (identifier) @by) @_how
   arguments: (arguments . (_) @call))) @claim
 (#any-of? @_how "assert.throws" "assert.doesNotThrow" "assert.strict.throws"))
((expression_statement (await_expression (call_expression
   function: (member_expression object: (identifier) @by) @_how
   arguments: (arguments . [(call_expression) (identifier)] @promise)))) @claim
 (#any-of? @_how "assert.rejects" "assert.doesNotReject"))
