import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ProblemError, unwrap } from "#client";
import { api, signOut } from "../../api/client.ts";
import { outdate, queries, read } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { Section } from "../../ui/section.tsx";
import { useAction } from "../../ui/use-action.ts";
import { ProofForm } from "../security/proof.tsx";
import { texts } from "./texts.ts";

const FEED = "/auth/profile/calendar-feed";

/** The address at which calendar programs follow the meetings of the person. */
export function CalendarFeed() {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const reading = read(FEED, {});
	const { data: feed, error } = useQuery(reading);
	/** The address, which is shown once. */
	const [url, setUrl] = useState<string | null>(null);
	const [isRemoving, setIsRemoving] = useState(false);
	const { busy, problem, run } = useAction();
	const isNone = error instanceof ProblemError && error.code === "not_found";
	if (error && !isNone) return null;

	async function create(): Promise<void> {
		const { data } = await unwrap(api.POST(FEED, {}));
		setUrl(data.url);
		await outdate(FEED);
	}
	return (
		<Section title={own.calendar} hint={own.calendarHint}>
			{problem && <Notice kind="danger">{problem.message}</Notice>}
			{url !== null && <CopyText text={url} label={own.calendar} />}
			{url === null && feed && !isNone && <p>{own.calendarSince(format.date(feed.createdAt))}</p>}
			<div className="section-actions">
				<Button icon="calendar" busy={busy} onClick={() => void run(create)}>
					{feed && !isNone ? own.renewCalendar : own.createCalendar}
				</Button>
				{feed && !isNone && <Button onClick={() => setIsRemoving(true)}>{own.removeCalendar}</Button>}
			</div>
			{isRemoving && (
				<ConfirmDialog
					title={own.removeCalendarTitle}
					text={own.removeCalendarText}
					action={own.removeCalendar}
					onConfirm={async () => {
						await unwrap(api.DELETE(FEED, {}));
						setUrl(null);
						await queries.resetQueries({ queryKey: reading.queryKey });
					}}
					onClose={() => setIsRemoving(false)}
				/>
			)}
		</Section>
	);
}

/** What a person may do with their data: have a copy of it, and leave. */
export function OwnData({ email }: { email: string }) {
	const own = useOwnTexts(texts);
	const [open, setOpen] = useState<"export" | "close" | null>(null);
	const close = () => setOpen(null);
	return (
		<Section title={own.data} hint={own.dataHint}>
			<div className="section-actions">
				<Button icon="download" onClick={() => setOpen("export")}>
					{own.exportData}
				</Button>
				<Button kind="danger" icon="trash" onClick={() => setOpen("close")}>
					{own.closeAccount}
				</Button>
			</div>
			{open === "export" && (
				<Dialog title={own.exportData} lead={own.exportText} onClose={close}>
					<ProofForm
						submit={own.exportData}
						onCancel={close}
						onSubmit={async (proof) => {
							const archive = await unwrap(api.POST("/auth/profile/export", { body: proof, parseAs: "blob" }));
							saveFile(archive as unknown as Blob, "parley-account.zip");
							close();
						}}
					/>
				</Dialog>
			)}
			{open === "close" && (
				<Dialog title={own.closeTitle} lead={own.closeText} onClose={close}>
					<ProofForm
						submit={own.closeAccount}
						kind="danger"
						onCancel={close}
						onSubmit={async (proof, { confirm = "" }) => {
							await unwrap(api.DELETE("/auth/profile", { body: { ...proof, confirm: confirm.trim() } }));
							await signOut();
						}}
					>
						<TextField label={own.closeConfirm(email)} name="confirm" autoComplete="off" required />
					</ProofForm>
				</Dialog>
			)}
		</Section>
	);
}
