import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { texts } from "./texts.ts";
import type { SeriesData } from "./values.ts";

const CODE = "/series/{seriesId}/join-code";

/** How guests come to the meetings of a series. */
export function GuestLink({ series, mayChange }: { series: SeriesData; mayChange: boolean }) {
	const own = useOwnTexts(texts);
	if (series.access !== "link") return own.noLink;
	if (series.joinUrl === null) return own.eachLink;
	return <SharedLink seriesId={series.id} link={series.joinUrl} mayChange={mayChange} />;
}

/** One link for all meetings. @param link with the code, for those who run them, unless it was withdrawn */
function SharedLink({ seriesId, link, mayChange }: { seriesId: string; link: string; mayChange: boolean }) {
	const own = useOwnTexts(texts);
	const [open, setOpen] = useState<"renew" | "withdraw" | null>(null);
	const hasCode = link.includes("#");
	const change = async () => {
		const params = { path: { seriesId } };
		await (open === "renew" ? unwrap(api.POST(CODE, { params })) : unwrap(api.DELETE(CODE, { params })));
		await outdate("/meetings/{meetingId}", "/series/{seriesId}");
	};
	return (
		<>
			{hasCode || !mayChange ? (
				<>
					<CopyText label={own.link} text={link} />
					<p className="field-hint">{own.linkHint}</p>
				</>
			) : (
				<p>{own.noCode}</p>
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
