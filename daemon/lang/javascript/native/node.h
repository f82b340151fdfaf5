/*
 * node.h - the few functions of Node-API and libuv that fork.c calls, as a node program exports them.
 *
 * Both promise these names and types for good (Node-API version 1, libuv 1), so that no header of a
 * Node is needed to build, and one file serves every Node from 18 on.
 */
#ifndef TORA_LANG_JAVASCRIPT_NATIVE_NODE_H
#define TORA_LANG_JAVASCRIPT_NATIVE_NODE_H

#include <stddef.h>
#include <stdint.h>

typedef struct napi_env__ *napi_env;
typedef struct napi_value__ *napi_value;
typedef struct napi_ref__ *napi_ref;
typedef struct napi_scope__ *napi_scope;
typedef struct napi_call__ *napi_call;
typedef napi_value (*napi_function)(napi_env env, napi_call call);

enum { NAPI_OK = 0, NAPI_PENDING_EXCEPTION = 10 };
#define NAPI_AUTO_LENGTH ((size_t)-1)

int napi_create_function(napi_env env, const char *name, size_t len, napi_function f, void *data,
                         napi_value *ret);
int napi_set_named_property(napi_env env, napi_value object, const char *name, napi_value value);
int napi_get_cb_info(napi_env env, napi_call call, size_t *n, napi_value *args, napi_value *self,
                     void **data);
int napi_get_value_int32(napi_env env, napi_value value, int32_t *ret);
int napi_get_value_string_utf8(napi_env env, napi_value value, char *buf, size_t size,
                               size_t *ret_len);
int napi_create_int32(napi_env env, int32_t value, napi_value *ret);
int napi_get_global(napi_env env, napi_value *ret);
int napi_create_reference(napi_env env, napi_value value, uint32_t count, napi_ref *ret);
int napi_get_reference_value(napi_env env, napi_ref ref, napi_value *ret);
int napi_open_handle_scope(napi_env env, napi_scope *ret);
int napi_close_handle_scope(napi_env env, napi_scope scope);
int napi_make_callback(napi_env env, void *context, napi_value self, napi_value f, size_t n,
                       const napi_value *args, napi_value *ret);
int napi_get_and_clear_last_exception(napi_env env, napi_value *ret);
int napi_fatal_exception(napi_env env, napi_value error);
int napi_get_uv_event_loop(napi_env env, void **ret_loop);
napi_value napi_register_module_v1(napi_env env, napi_value exports);

/* Handles are larger in some versions than in others: they get more room than in any. */
struct uv_handle {
	_Alignas(16) char room[512];
};

int uv_loop_fork(void *loop);
int uv_loop_alive(const void *loop);
int uv_prepare_init(void *loop, struct uv_handle *h);
int uv_prepare_start(struct uv_handle *h, void (*f)(struct uv_handle *h));
int uv_idle_init(void *loop, struct uv_handle *h);
int uv_idle_start(struct uv_handle *h, void (*f)(struct uv_handle *h));
int uv_idle_stop(struct uv_handle *h);
void uv_ref(struct uv_handle *h);
void uv_unref(struct uv_handle *h);

#endif
