import { useEffect, useRef } from "react";

/** Acts when a value has become another one. */
export function useChanged(value: string | number | undefined, act: () => unknown): void {
	const known = useRef(value);
	const current = useRef(act);
	current.current = act;
	useEffect(() => {
		if (known.current !== value) void current.current();
		known.current = value;
	}, [value]);
}
