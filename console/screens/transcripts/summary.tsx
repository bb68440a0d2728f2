import { useQuery } from "@tanstack/react-query";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, read } from "../../api/queries.ts";
import { clockOf } from "../../app/clock.ts";
import { useMay } from "../../app/may.ts";
import { useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

interface Props {
	readonly meetingId: string;
	/** State of the summary, as the meeting tells it. */
	readonly state: string;
	/** Plays from here. */
	readonly onSeek: (ms: number) => void;
}

/** What came of the meeting; each point plays what it is based on. */
export function Summary({ meetingId, state, onSeek }: Props) {
	const { t } = useTexts();
	const may = useMay();
	const isThere = state === "ready";
	const path = { meetingId };
	const summary = useQuery({ ...read("/meetings/{meetingId}/summary", { path }), enabled: isThere }).data;
	const actions = useQuery({ ...read("/meetings/{meetingId}/action-items", { path }), enabled: isThere }).data ?? [];

	async function create(): Promise<void> {
		await unwrap(api.POST("/meetings/{meetingId}/summary", { params: { path }, body: {} }));
		await outdate("/meetings/{meetingId}");
	}

	if (state === "processing" || state === "waiting") return <Notice kind="info">{t.summary.working}</Notice>;
	if (!summary)
		return state === "none" && may("transcript:write") ? (
			<aside className="summary" aria-label={t.summary.title}>
				<Button icon="spark" onClick={() => void create()}>
					{t.summary.create}
				</Button>
			</aside>
		) : null;
	const lists = [
		[t.summary.keyPoints, summary.keyPoints ?? []],
		[t.summary.decisions, summary.decisions ?? []],
		[t.summary.actionItems, actions],
		[t.summary.questions, summary.questions ?? []],
	] as const;
	return (
		<aside className="summary card" aria-label={t.summary.title}>
			<h2>{t.summary.title}</h2>
			{summary.overview && <p>{summary.overview}</p>}
			{lists.map(
				([title, points]) =>
					points.length > 0 && (
						<section key={title}>
							<h3>{title}</h3>
							<ul>
								{points.map(({ text, startMs }) => (
									<li key={text}>
										{text}{" "}
										{startMs !== null && (
											<button
												type="button"
												className="citation"
												aria-label={t.summary.jump(clockOf(startMs))}
												onClick={() => onSeek(startMs)}
											>
												{clockOf(startMs)}
											</button>
										)}
									</li>
								))}
							</ul>
						</section>
					),
			)}
		</aside>
	);
}
