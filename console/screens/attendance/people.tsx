import { useState } from "react";
import { PersonName } from "../../app/person-name.tsx";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/button.tsx";
import { CorrectDialog } from "./correct.tsx";
import { type Lesson, PresenceBar, Stay } from "./presence.tsx";
import { useRules } from "./rules.tsx";
import { type Row, TONES } from "./status.ts";
import { texts } from "./texts.ts";

/** A table of people: their status, how long and when they were there, and what was corrected. */
export function People({
	orgId,
	meetingId,
	rows,
	lesson,
	mayCorrect,
}: {
	orgId: string;
	meetingId: string;
	rows: readonly Row[];
	lesson: Lesson;
	mayCorrect: boolean;
}) {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	const { tooShort } = useRules();
	const [open, setOpen] = useState<Row | null>(null);
	return (
		<div className="card">
			<table className="table attendance" aria-label={own.title}>
				<thead>
					<tr>
						<th scope="col" data-column="name">
							{own.person}
						</th>
						<th scope="col">{own.status}</th>
						<th scope="col" data-wide="true" data-numeric="true">
							{own.minutes}
						</th>
						<th scope="col" data-wide="true">
							{own.presence}
						</th>
						{mayCorrect && (
							<th scope="col" data-column="actions">
								<span className="visually-hidden">{t.common.actionsColumn}</span>
							</th>
						)}
					</tr>
				</thead>
				<tbody>
					{rows.map((row) => {
						const name = row.name ?? own.noName;
						const why = row.intervals.length > 0 && tooShort(row.measured, row.thresholds);
						return (
							<tr key={row.participantId}>
								<th scope="row" data-column="name">
									<strong>{name}</strong>
									<Details orgId={orgId} row={row} lesson={lesson} />
								</th>
								<td>
									<Badge tone={TONES[row.status]}>{own.statuses[row.status]}</Badge>
									{row.corrected && <small>{own.measuredAs(own.statuses[row.measured])}</small>}
									{why && <small>{why}</small>}
								</td>
								<td data-wide="true" data-numeric="true">
									{format.number(row.minutes)}
								</td>
								<td data-wide="true">
									<PresenceBar intervals={row.intervals} lesson={lesson} />
								</td>
								{mayCorrect && (
									<td data-column="actions">
										<IconButton icon="pencil" label={own.correctOf(name)} onClick={() => setOpen(row)} />
									</td>
								)}
							</tr>
						);
					})}
				</tbody>
			</table>
			{open && <CorrectDialog meetingId={meetingId} row={open} onClose={() => setOpen(null)} />}
		</div>
	);
}

/** When a person came and went; several times, and a correction, are shown when asked for. */
function Details({
	orgId,
	row: { intervals, corrected, minutes },
	lesson,
}: {
	orgId: string;
	row: Row;
	lesson: Lesson;
}) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const [first, last] = [intervals[0], intervals.at(-1)];
	const whole =
		first && last ? (
			<>
				<Stay of={{ joinedAt: first.joinedAt, leftAt: last.leftAt }} lesson={lesson} />
				<span className="narrow-only"> · {own.inMinutes(format.number(minutes))}</span>
			</>
		) : (
			own.neverCame
		);
	if (intervals.length < 2 && !corrected) return <small>{whole}</small>;
	return (
		<details>
			<summary>{whole}</summary>
			<div>
				{intervals.length > 1 && (
					<ul>
						{intervals.map((each) => (
							<li key={each.joinedAt}>
								<Stay of={each} lesson={lesson} />
							</li>
						))}
					</ul>
				)}
				{corrected && (
					<p>
						{own.corrected} <PersonName orgId={orgId} id={corrected.by} otherwise={own.unknownAuthor} />,{" "}
						<time dateTime={corrected.at}>{format.dateTime(corrected.at)}</time>: <q>{corrected.reason}</q>
					</p>
				)}
			</div>
		</details>
	);
}
