/** Programs of the machine that benchmarks run, and the Debian package each comes in. */
const PACKAGES = { taskset: "util-linux", wrk: "wrk" } as const;

/** A program that a benchmark cannot do without. */
export type Tool = keyof typeof PACKAGES;

/** One line that says what to install before a benchmark can measure anything; null when all it needs is there. */
export function installHint(needs: readonly Tool[]): string | null {
	const missing = needs.filter((tool) => Bun.which(tool) === null);
	if (missing.length === 0) return null;
	const packages = missing.map((tool) => PACKAGES[tool]).join(" ");
	return `this benchmark needs ${missing.join(" and ")}: apt install ${packages}`;
}
