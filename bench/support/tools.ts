/** External programs used by benchmarks, with their Debian packages. */
const PACKAGES = { flite: "flite", sox: "sox", taskset: "util-linux", wrk: "wrk" } as const;

/** A program that a benchmark requires. */
export type Tool = keyof typeof PACKAGES;

/** Returns one line that says what to install, or null when all tools are present. */
export function installHint(needs: readonly Tool[]): string | null {
	const missing = needs.filter((tool) => Bun.which(tool) === null);
	if (missing.length === 0) return null;
	const packages = missing.map((tool) => PACKAGES[tool]).join(" ");
	return `this benchmark needs ${missing.join(" and ")}: apt install ${packages}`;
}
