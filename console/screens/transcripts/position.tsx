import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ProblemError } from "#client";
import { isWorthAnother, read } from "../../api/queries.ts";
import { clockOf } from "../../app/clock.ts";
import { useTexts } from "../../app/texts.tsx";

/** How often a waveform that is not stored yet is asked for again: it follows a little after the recording is ready. */
const MAX_RETRIES = 5;
const RETRY_MS = 2_000;
const isNotStoredYet = (error: Error): boolean => error instanceof ProblemError && error.code === "state_conflict";
/** Height of a full swing, in units of the picture. */
const FULL = 127;
/** More bars than pixels would only be painted over each other. */
const MOST_BARS = 400;

/** Returns the loudest of each group of peaks. */
function barsOf(peaks: readonly number[]): number[] {
	const size = Math.max(1, Math.ceil(peaks.length / MOST_BARS));
	return Array.from({ length: Math.ceil(peaks.length / size) }, (_, at) =>
		Math.max(...peaks.slice(at * size, (at + 1) * size)),
	);
}

const pathOf = (bars: readonly number[]): string =>
	bars.map((bar, at) => `M${at + 0.5} ${FULL - Math.max(bar, 2)}V${FULL + Math.max(bar, 2)}`).join("");

/** Where the recording plays, on its waveform once there is one. */
export function Position({
	recording,
	atMs,
	durationMs,
	onChange,
}: {
	recording: { readonly meetingId: string; readonly recordingId: string } | undefined;
	atMs: number;
	durationMs: number;
	onChange: (ms: number) => void;
}) {
	const { t } = useTexts();
	const { data } = useQuery({
		...read("/meetings/{meetingId}/recordings/{recordingId}/waveform", {
			path: recording ?? { meetingId: "", recordingId: "" },
		}),
		enabled: recording !== undefined,
		staleTime: Number.POSITIVE_INFINITY,
		retry: (count, error) => isWorthAnother(count, error) || (count < MAX_RETRIES && isNotStoredYet(error)),
		retryDelay: RETRY_MS,
	});
	const bars = useMemo(() => barsOf(data?.peaks ?? []), [data]);
	const all = useMemo(() => pathOf(bars), [bars]);
	const played = durationMs > 0 ? Math.round((atMs / durationMs) * bars.length) : 0;
	return (
		<div className="position" data-wave={bars.length > 0}>
			{bars.length > 0 && (
				<svg viewBox={`0 0 ${bars.length} ${2 * FULL}`} preserveAspectRatio="none" aria-hidden="true">
					<path d={all} />
					<path d={pathOf(bars.slice(0, played))} />
				</svg>
			)}
			<input
				type="range"
				aria-label={t.transcript.position}
				aria-valuetext={clockOf(atMs)}
				min={0}
				max={Math.ceil(durationMs)}
				step={1000}
				value={Math.round(atMs)}
				onChange={({ target }) => onChange(Number(target.value))}
			/>
		</div>
	);
}
