import { useRef, useState } from "react";
import { ProblemError, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toasts.tsx";
import { daysName, preview } from "./days.ts";
import { texts } from "./texts.ts";

const HOLIDAYS = "/orgs/{orgId}/holidays";
/** Most events that the preview shows. */
const SHOWN = 8;

/** Replaces the holidays by those of a calendar file, which is shown first. */
export function ImportDialog({
	orgId,
	count,
	version,
	onOutdated,
	onClose,
}: {
	orgId: string;
	/** How many holidays there are now. */
	count: number;
	version: string;
	/** Reads again. */
	onOutdated: () => Promise<unknown>;
	onClose: () => void;
}) {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	const [file, setFile] = useState<string | null>(null);
	const [isOutdated, setIsOutdated] = useState(false);
	const chosen = useRef<HTMLInputElement>(null);
	const events = file === null ? [] : preview(file);

	async function save(): Promise<void> {
		const text = (await chosen.current?.files?.[0]?.text()) ?? "";
		try {
			await unwrap(
				api.PUT(HOLIDAYS, {
					params: { path: { orgId }, header: { "If-Match": version } },
					headers: { "content-type": "text/calendar" },
					body: text as never,
					bodySerializer: String,
				}),
			);
		} catch (error) {
			if (!(error instanceof ProblemError) || error.status !== 412) throw error;
			await onOutdated();
			setIsOutdated(true);
			return;
		}
		await outdate(HOLIDAYS, "/series/{seriesId}", "/series/{seriesId}/meetings", "/meetings");
		onClose();
		toast(own.imported);
	}
	return (
		<Dialog title={own.importTitle} lead={own.importLead} onClose={onClose}>
			<Form onSubmit={save}>
				{(busy) => (
					<>
						{isOutdated && <Notice kind="danger">{t.problem.changed}</Notice>}
						<TextField
							ref={chosen}
							label={own.file}
							name="events"
							type="file"
							accept=".ics,text/calendar"
							required
							onChange={({ currentTarget }) => {
								const [first] = currentTarget.files ?? [];
								if (first) void first.text().then(setFile);
								else setFile(null);
							}}
						/>
						{file !== null && (
							<section className="ics-preview" aria-label={own.preview}>
								{events.length === 0 ? (
									<p>{own.nothingIn}</p>
								) : (
									<>
										<p>{own.previewCount(format.number(events.length))}</p>
										<ul className="plain-list">
											{events.slice(0, SHOWN).map((event) => (
												<li key={`${event.from} ${event.to} ${event.name}`}>
													<strong>{event.name}</strong> {daysName(format.tag, event)}
													{event.isYearly && `, ${own.yearly}`}
												</li>
											))}
											{events.length > SHOWN && <li>{own.more(format.number(events.length - SHOWN))}</li>}
										</ul>
									</>
								)}
							</section>
						)}
						{count > 0 && <Notice kind="warning">{own.replaces(format.number(count))}</Notice>}
						<FormActions busy={busy} submit={own.import} onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}
