/** Keeps the screen on while the page is seen. @returns what ends that */
export function stayAwake(): () => void {
	let lock: WakeLockSentinel | null = null;
	let isOver = false;
	async function ask(): Promise<void> {
		if (document.visibilityState !== "visible" || navigator.wakeLock === undefined) return;
		lock = await navigator.wakeLock.request("screen").catch(() => null);
		if (isOver) void lock?.release();
	}
	document.addEventListener("visibilitychange", ask);
	void ask();
	return () => {
		isOver = true;
		document.removeEventListener("visibilitychange", ask);
		void lock?.release();
	};
}
