/**
 * Waits until something is so, and looks again every few ms.
 * @throws Error when it is not within so many ms; default 20,000
 */
export async function until(isSo: () => unknown, withinMs = 20_000): Promise<void> {
	const deadlineMs = performance.now() + withinMs;
	while (!(await isSo())) {
		if (performance.now() > deadlineMs) throw new Error(`it did not come to be within ${withinMs} ms`);
		await Bun.sleep(10);
	}
}
