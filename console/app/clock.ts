/** Returns a duration or a position as a clock shows it: `4:05`, `1:04:05`. */
export function clockOf(ms: number): string {
	const seconds = Math.floor(ms / 1000);
	const two = (part: number) => String(part).padStart(2, "0");
	const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
	return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
