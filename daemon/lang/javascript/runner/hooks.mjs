/*
 * How `import` finds packages in a worker: Node looks beside the importing file only, and the
 * user's node_modules lies elsewhere; the project's own packages go by their names (resolve.js).
 */
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import path from 'node:path';

let site = [], importOwn = () => null, near = () => null;

export function initialize(data) {
	const { ownFile, innerSite } = createRequire(data.resolver)(data.resolver);
	const own = new Map(data.own);
	site = data.site;
	importOwn = (specifier) => ownFile(own, specifier, 'import');
	near = (specifier, from) => innerSite(data.inner, specifier, from.startsWith('file:') ? fileURLToPath(from) : null);
}

export async function resolve(specifier, context, next) {
	const own = importOwn(specifier);
	if (own)
		return next(pathToFileURL(own).href, context);
	const folder = near(specifier, context.parentURL || '');
	if (folder)
		try {
			return await next(specifier, { ...context, parentURL: pathToFileURL(path.join(folder, 'any.js')).href });
		} catch { /* as anybody else finds it */ }
	try {
		return await next(specifier, context);
	} catch (e) {
		if (e.code !== 'ERR_MODULE_NOT_FOUND' || /^[./]|^\w+:/.test(specifier))
			throw e;
		for (const folder of site) {
			const parentURL = pathToFileURL(path.join(path.dirname(folder), 'any.js')).href;
			try {
				return await next(specifier, { ...context, parentURL });
			} catch { /* the next */ }
		}
		throw e;
	}
}
