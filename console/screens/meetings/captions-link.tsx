import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ProblemError, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, queries, read } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { texts } from "./texts.ts";

const LINK = "/meetings/{meetingId}/caption-link";

/** The button that opens the captions link of a meeting, for those who may share it. */
export function CaptionsLink({ meetingId }: { meetingId: string }) {
	const own = useOwnTexts(texts);
	const mayShare = useMay()("meeting:write");
	const [isOpen, setIsOpen] = useState(false);
	if (!mayShare) return null;
	return (
		<>
			<Button icon="languages" onClick={() => setIsOpen(true)}>
				{own.captionsLink}
			</Button>
			{isOpen && <CaptionsLinkDialog meetingId={meetingId} onClose={() => setIsOpen(false)} />}
		</>
	);
}

/** The link at which people without an account read what is being said in a meeting: made, copied, withdrawn. */
function CaptionsLinkDialog({ meetingId, onClose }: { meetingId: string; onClose: () => void }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const params = { path: { meetingId } };
	const reading = read(LINK, params);
	const { data: link, error, isPending, refetch } = useQuery(reading);
	/** The address, which is shown once. */
	const [url, setUrl] = useState<string | null>(null);
	const [isWithdrawing, setIsWithdrawing] = useState(false);
	const isNone = error instanceof ProblemError && error.code === "not_found";

	async function create(): Promise<void> {
		const { data } = await unwrap(api.POST(LINK, { params, body: {} }));
		setUrl(data.url);
		await outdate(LINK);
	}

	async function withdraw(): Promise<void> {
		await unwrap(api.DELETE(LINK, { params }));
		setUrl(null);
		await queries.resetQueries({ queryKey: reading.queryKey });
	}

	if (isWithdrawing)
		return (
			<ConfirmDialog
				title={own.withdrawTitle}
				text={own.withdrawText}
				action={own.withdraw}
				onConfirm={withdraw}
				onClose={() => setIsWithdrawing(false)}
			/>
		);
	return (
		<Dialog title={own.captionsLink} lead={own.captionsLinkLead} onClose={onClose}>
			{isPending && <Loading />}
			{error && !isNone && <Failure error={error} onRetry={refetch} />}
			{link && !isNone && (
				<div className="access">
					{url === null ? <p>{own.captionsLinkHidden}</p> : <CopyText text={url} label={own.captionsLink} />}
					<p>
						{own.captionsLinkUntil} <time dateTime={link.expiresAt}>{format.dateTime(link.expiresAt)}</time>
					</p>
					<footer className="form-actions">
						<Button icon="trash" onClick={() => setIsWithdrawing(true)}>
							{own.withdraw}
						</Button>
					</footer>
				</div>
			)}
			{url === null && (link || isNone) && (
				<Form onSubmit={create}>
					{(busy) => <FormActions busy={busy} submit={own.createCaptionsLink} onCancel={onClose} />}
				</Form>
			)}
		</Dialog>
	);
}
