import { isJsonObject } from "./json.ts";

/**
 * Applies a JSON Merge Patch (RFC 7396) to `target`: members of the patch replace, `null` removes, objects merge, and
 * everything else (including arrays) is replaced as a whole. Neither argument is modified; untouched parts are shared
 * with them. A member named `__proto__` becomes an ordinary member and never reaches a prototype.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
	if (!isJsonObject(patch)) return patch;
	const merged = new Map<string, unknown>(isJsonObject(target) ? Object.entries(target) : []);
	for (const [name, change] of Object.entries(patch)) {
		if (change === null) merged.delete(name);
		else merged.set(name, mergePatch(merged.get(name), change));
	}
	// `fromEntries` defines members instead of assigning them, so `__proto__` is harmless here.
	return Object.fromEntries(merged);
}
