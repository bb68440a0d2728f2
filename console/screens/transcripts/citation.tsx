import { clockOf } from "../../app/clock.ts";
import { useTexts } from "../../app/texts.tsx";

/** Plays what a statement is based on. */
export function Citation({ startMs, onSeek }: { startMs: number; onSeek: (ms: number) => void }) {
	const { t } = useTexts();
	const time = clockOf(startMs);
	return (
		<button type="button" className="citation" aria-label={t.summary.jump(time)} onClick={() => onSeek(startMs)}>
			{time}
		</button>
	);
}
