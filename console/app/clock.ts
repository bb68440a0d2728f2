/** Returns a duration or a position as a clock shows it: `4:05`, `1:04:05`; `–:––` for what no clock can show. */
export function clockOf(ms: number): string {
	if (!Number.isFinite(ms)) return "–:––";
	const seconds = Math.max(0, Math.floor(ms / 1000));
	const two = (part: number) => String(part).padStart(2, "0");
	const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
	return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
