/** Returns a function that calls `make` the first time only: for what takes long to make and is not needed at the start. */
export function once<T>(make: () => T): () => T {
	let made: { readonly value: T } | undefined;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}
