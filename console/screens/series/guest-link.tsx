import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, read } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { texts } from "./texts.ts";
import type { SeriesData } from "./values.ts";

const CODE = "/series/{seriesId}/join-code";
/** How many of the next meetings are looked at: one that was changed by itself may have a link of its own. */
const LOOKED_AT = 5;

/** How guests come to the meetings of a series. */
export function GuestLink({ series, mayChange }: { series: SeriesData; mayChange: boolean }) {
	const own = useOwnTexts(texts);
	if (series.access !== "link") return own.noLink;
	if (series.joinCode === "each") return own.eachLink;
	return <SharedLink seriesId={series.id} mayChange={mayChange} />;
}

/** One link for all meetings: that of the next one. */
function SharedLink({ seriesId, mayChange }: { seriesId: string; mayChange: boolean }) {
	const own = useOwnTexts(texts);
	const [open, setOpen] = useState<"renew" | "withdraw" | null>(null);
	const [from] = useState(() => new Date().toISOString());
	const path = { seriesId };
	const coming = useQuery(read("/series/{seriesId}/meetings", { path, query: { from, limit: LOOKED_AT } })).data;
	const made = coming?.filter(({ id, state }) => id !== null && state === "scheduled");
	const next = made?.find(({ changed }) => !changed) ?? made?.[0];
	const meetingId = next?.id ?? "";
	const meeting = useQuery({ ...read("/meetings/{meetingId}", { path: { meetingId } }), enabled: meetingId !== "" });
	const link = meeting.data?.joinUrl;
	const hasCode = link?.includes("#") === true;
	const change = async () => {
		const params = { path };
		await (open === "renew" ? unwrap(api.POST(CODE, { params })) : unwrap(api.DELETE(CODE, { params })));
		await outdate("/meetings/{meetingId}", "/series/{seriesId}");
	};
	return (
		<>
			{link !== undefined && (hasCode || !mayChange) ? (
				<>
					<CopyText label={own.link} text={link} />
					<p className="field-hint">{own.linkHint}</p>
				</>
			) : (
				<p>{coming !== undefined && next === undefined ? own.noMeeting : link !== undefined && own.noCode}</p>
			)}
			{mayChange && (
				<div className="section-actions">
					<Button icon="back" onClick={() => setOpen("renew")}>
						{own.renew}
					</Button>
					{hasCode && (
						<Button icon="trash" onClick={() => setOpen("withdraw")}>
							{own.withdraw}
						</Button>
					)}
				</div>
			)}
			{open !== null && (
				<ConfirmDialog
					title={open === "renew" ? own.renewTitle : own.withdrawTitle}
					text={own.linkEnds}
					action={open === "renew" ? own.renew : own.withdraw}
					onConfirm={change}
					onClose={() => setOpen(null)}
				/>
			)}
		</>
	);
}
