import { useRef } from "react";

/**
 * Returns what a form shows: the latest until something is typed, then what it was typed on, so that a read in between takes
 * nothing away. If others have saved meanwhile, the old version is refused when it is sent (412).
 */
export function useTypedOn<T extends { readonly version: string | number } | undefined>(
	latest: T,
	isTyped: boolean,
): T {
	const shown = useRef(latest);
	if (!isTyped || shown.current?.version === latest?.version) shown.current = latest;
	return shown.current;
}
