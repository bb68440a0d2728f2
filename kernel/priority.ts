import { getPriority, setPriority } from "node:os";

/**
 * Lets other processes come first, by a niceness of 1…19. A process that was started with less priority keeps it: only root may
 * raise it. @param pid default: this process. @throws Error when there is no such process
 */
export function lowerPriority(niceness: number, pid = 0): void {
	if (getPriority(pid) < niceness) setPriority(pid, niceness);
}
