import { readdirSync, readFileSync, statSync } from "node:fs";

/** Returns how many file descriptors this process may have open at most; null where the system does not tell. */
export function descriptorLimit(): number | null {
	try {
		const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
		return soft === undefined ? null : Number(soft);
	} catch {
		return null; // Not Linux.
	}
}

/**
 * Returns how many file descriptors this process has open: files, connections, pipes of children. Infinity when there
 * are so many that it cannot count them.
 */
export function countDescriptors(): number {
	// Linux has told since 6.2, without a descriptor; before that the size is 0.
	const { size } = statSync("/proc/self/fd");
	if (size > 0) return size;
	try {
		return readdirSync("/proc/self/fd").length;
	} catch {
		return Number.POSITIVE_INFINITY;
	}
}
