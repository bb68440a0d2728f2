import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Answer } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { ScrollArea } from "../../ui/scroll-area.tsx";
import { useRules } from "./rules.tsx";
import { seriesTexts } from "./series-texts.ts";
import { STATUSES, type Status, TONES } from "./status.ts";
import { texts } from "./texts.ts";

type Data = Answer<"/series/{seriesId}/attendance">;
type TermRow = Data["rows"][number];
type TermMeeting = Data["meetings"][number];

const sumOf = (row: TermRow, status: Status): number => (status === "left_early" ? row.leftEarly : row[status]);

/** People and meetings: a table that scrolls inside itself, while names stay in sight. */
export function Term({ orgId, attendance: { meetings, rows } }: { orgId: string; attendance: Data }) {
	const { format } = useTexts();
	const common = useOwnTexts(texts);
	const own = useOwnTexts(seriesTexts);
	const cellOf = useCells();
	return (
		<>
			<Rules meetings={meetings} />
			<section className="card term-scroll" aria-label={own.scroll}>
				<ScrollArea>
					<table className="term" aria-label={own.title}>
						<thead>
							<tr>
								<th scope="col">{common.person}</th>
								{STATUSES.map((status) => (
									<th key={status} scope="col" data-sum="true">
										{sign(own.signs[status], own.sum[status], TONES[status])}
									</th>
								))}
								<th scope="col" data-sum="true">
									{common.minutes}
								</th>
								{meetings.map(({ meetingId, occurrence, title }) => (
									<th key={meetingId} scope="col">
										<Link
											to="/o/$orgId/meetings/$meetingId/attendance"
											params={{ orgId, meetingId }}
											title={`${title}, ${format.dateTime(occurrence)}`}
										>
											<time dateTime={occurrence}>{format.day(occurrence)}</time>
										</Link>
									</th>
								))}
							</tr>
						</thead>
						<tbody>
							{rows.map((row) => {
								const cells = new Map(row.cells.map((cell) => [cell.meetingId, cell]));
								return (
									<tr key={row.participantId}>
										<th scope="row" title={row.name ?? common.noName}>
											{row.name ?? common.noName}
										</th>
										{STATUSES.map((status) => (
											<td key={status} data-sum="true">
												{format.number(sumOf(row, status))}
											</td>
										))}
										<td data-sum="true">{format.number(row.minutes)}</td>
										{meetings.map((meeting) => (
											<td key={meeting.meetingId}>{cellOf(cells.get(meeting.meetingId), meeting)}</td>
										))}
									</tr>
								);
							})}
						</tbody>
					</table>
				</ScrollArea>
			</section>
			<p className="term-legend">
				<span className="visually-hidden">{own.legend}: </span>
				{STATUSES.map((status) => (
					<span key={status}>
						<span className="sign" data-tone={TONES[status]} aria-hidden="true">
							{own.signs[status]}
						</span>{" "}
						{common.statuses[status]}
					</span>
				))}
				<span>
					<span className="sign" aria-hidden="true">
						*
					</span>{" "}
					{own.isCorrected}
				</span>
			</p>
		</>
	);
}

/** Which thresholds count: of all meetings, or from which of them on. */
function Rules({ meetings }: { meetings: readonly TermMeeting[] }) {
	const { format } = useTexts();
	const own = useOwnTexts(seriesTexts);
	const { rule } = useRules();
	const runs: { readonly since: string; readonly words: string }[] = [];
	for (const { occurrence, thresholds } of meetings) {
		const words = thresholds && rule(thresholds);
		if (words !== undefined && words !== runs.at(-1)?.words) runs.push({ since: occurrence, words });
	}
	if (runs.length === 0) return null;
	if (runs.length === 1) return <p className="attendance-rule">{runs[0]?.words}</p>;
	return (
		<dl className="attendance-rule">
			{runs.map(({ since, words }) => (
				<div key={since}>
					<dt>{own.since(format.day(since))}</dt>
					<dd>{words}</dd>
				</div>
			))}
		</dl>
	);
}

/** Returns what shows the statuses of cells: called for each of thousands, they are no components. */
function useCells() {
	const { format } = useTexts();
	const common = useOwnTexts(texts);
	const own = useOwnTexts(seriesTexts);
	const { tooShort } = useRules();
	return (cell: TermRow["cells"][number] | undefined, { attendance, thresholds }: TermMeeting): ReactNode => {
		if (cell) {
			const { status, measured, minutes, corrected } = cell;
			const spent = own.cell(common.statuses[status], format.number(minutes));
			const why = minutes > 0 && tooShort(measured, thresholds);
			const words = why ? `${spent}: ${why}` : spent;
			return corrected
				? sign(`${own.signs[status]}*`, `${words}, ${own.isCorrected}`, TONES[status])
				: sign(own.signs[status], words, TONES[status]);
		}
		if (attendance === "ready") return sign("–", own.notInvited);
		return attendance === "pending" ? sign("…", own.pending) : sign("–", own.unmeasured);
	};
}

/** A sign, which is read out in words. */
const sign = (shown: string, words: string, tone?: string): ReactNode => (
	<span className="sign" role="img" data-tone={tone} aria-label={words} title={words}>
		{shown}
	</span>
);
