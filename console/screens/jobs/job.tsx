import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, read } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Facts } from "../../ui/section.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { useAction } from "../../ui/use-action.ts";
import { JobState } from "./state.tsx";
import { texts } from "./texts.ts";
import { isInWork, type Job, LOOK_EVERY_MS } from "./work.ts";

/** One job: how far it is, why it failed, and what can be done about it. */
export function JobDialog({ jobId, mayChange, onClose }: { jobId: string; mayChange: boolean; onClose: () => void }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { busy, problem, run } = useAction();
	const { data, error, refetch } = useQuery({
		...read("/jobs/{jobId}", { path: { jobId } }),
		refetchInterval: ({ state: { data: job } }) => (job && isInWork(job as Job) ? LOOK_EVERY_MS : false),
	});
	const job = data as Job | undefined;

	const change = (what: "cancel" | "retry") =>
		run(async () => {
			const params = { path: { jobId } };
			await unwrap(
				what === "cancel" ? api.POST("/jobs/{jobId}/cancel", { params }) : api.POST("/jobs/{jobId}/retry", { params }),
			);
			await outdate("/jobs", "/orgs/{orgId}/jobs", "/jobs/{jobId}", "/meetings/{meetingId}");
		});
	const at = (iso: string | null) => (iso === null ? "–" : <time dateTime={iso}>{format.dateTime(iso)}</time>);
	if (job === undefined)
		return (
			<Dialog title={own.title} onClose={onClose}>
				{error ? <Failure error={error} onRetry={refetch} /> : <Loading />}
			</Dialog>
		);
	return (
		<Dialog title={own.types[job.type]} lead={<code>{job.id}</code>} onClose={onClose}>
			<div className="job">
				{problem && <Notice kind="danger">{problem.message}</Notice>}
				{job.failure && <Notice kind={job.state === "failed" ? "danger" : "warning"}>{job.failure.detail}</Notice>}
				<Facts
					facts={[
						[own.state, <JobState key="state" job={job} />],
						[own.step, own.steps[job.step]],
						[own.engine, job.engine ? `${job.engine.engine} · ${job.engine.model}` : (job.provider ?? "–")],
						[own.language, job.language === null ? own.detected : format.language(job.language)],
						[
							own.meeting,
							<Link
								key="meeting"
								className="link"
								to="/o/$orgId/meetings/$meetingId"
								params={{ orgId: job.orgId, meetingId: job.meetingId }}
								search={job.transcriptId === null ? {} : { transcript: job.transcriptId }}
							>
								{own.open}
							</Link>,
						],
						[own.created, at(job.createdAt)],
						[own.started, at(job.startedAt)],
						[own.ended, at(job.endedAt)],
					]}
				/>
			</div>
			{mayChange && (
				<footer className="form-actions">
					{isInWork(job) && (
						<Button kind="danger" title={own.cancelHint} busy={busy} onClick={() => void change("cancel")}>
							{own.cancel}
						</Button>
					)}
					{(job.state === "failed" || job.state === "cancelled") && (
						<Button kind="primary" icon="back" busy={busy} onClick={() => void change("retry")}>
							{own.retry}
						</Button>
					)}
				</footer>
			)}
		</Dialog>
	);
}
