import { Link } from "@tanstack/react-router";
import type { Answer } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
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
	return (
		<>
			<section className="card term-scroll" aria-label={own.scroll}>
				{/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled by keys */}
				<div tabIndex={0}>
					<table className="term" aria-label={own.title}>
						<thead>
							<tr>
								<th scope="col">{common.person}</th>
								{STATUSES.map((status) => (
									<th key={status} scope="col" data-sum="true">
										<Sign status={status} words={own.sum[status]} />
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
											<td key={meeting.meetingId}>
												<Cell cell={cells.get(meeting.meetingId)} meeting={meeting} />
											</td>
										))}
									</tr>
								);
							})}
						</tbody>
					</table>
				</div>
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

function Cell({ cell, meeting }: { cell: TermRow["cells"][number] | undefined; meeting: TermMeeting }) {
	const { format } = useTexts();
	const common = useOwnTexts(texts);
	const own = useOwnTexts(seriesTexts);
	if (cell) {
		const words = own.cell(common.statuses[cell.status], format.number(cell.minutes));
		return cell.corrected ? (
			<Sign status={cell.status} words={`${words}, ${own.isCorrected}`} mark="*" />
		) : (
			<Sign status={cell.status} words={words} />
		);
	}
	const { attendance } = meeting;
	const words = attendance === "ready" ? own.notInvited : attendance === "pending" ? own.pending : own.unmeasured;
	return (
		<span className="sign" title={words}>
			<span aria-hidden="true">{attendance === "pending" ? "…" : "–"}</span>
			<span className="visually-hidden">{words}</span>
		</span>
	);
}

/** A status as a sign; a screen reader reads the words. */
function Sign({ status, words, mark = "" }: { status: Status; words: string; mark?: string }) {
	const own = useOwnTexts(seriesTexts);
	return (
		<span className="sign" data-tone={TONES[status]} title={words}>
			<span aria-hidden="true">
				{own.signs[status]}
				{mark}
			</span>
			<span className="visually-hidden">{words}</span>
		</span>
	);
}
