/** Returns the function with its results kept, one for each argument. For few arguments: none is ever dropped. */
export function memoize<A, R>(compute: (argument: A) => R): (argument: A) => R {
	const known = new Map<A, R>();
	return (argument) => {
		let result = known.get(argument);
		if (result === undefined) {
			result = compute(argument);
			known.set(argument, result);
		}
		return result;
	};
}
