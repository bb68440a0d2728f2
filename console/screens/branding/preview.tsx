import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { read } from "../../api/queries.ts";
import { type Branding, Logo } from "../../app/brand.tsx";
import { useOwnTexts } from "../../app/texts.tsx";
import { Section } from "../../ui/section.tsx";
import { texts } from "./texts.ts";

/** How it looks as it is saved: on light and dark grounds, and in a mail. */
export function Preview({ orgId, branding }: { orgId: string; branding: Branding }) {
	const own = useOwnTexts(texts);
	const organization = useQuery(read("/orgs/{orgId}", { path: { orgId }, query: { fields: "*" } })).data;
	const name = branding.displayName ?? organization?.name ?? "";
	const { accent, mail } = branding;
	return (
		<Section title={own.preview} hint={own.previewHint}>
			<div className="brand-preview">
				<Panel ground="light" label={own.onLight} note={accent?.light} {...{ branding, name }} />
				<Panel ground="dark" label={own.onDark} note={accent?.dark} {...{ branding, name }} />
				<Panel
					ground="light"
					label={own.inMail}
					note={mail.senderName === null ? own.fromParley : own.via(mail.senderName)}
					{...{ branding, name }}
				/>
			</div>
		</Section>
	);
}

function Panel({
	ground,
	label,
	note,
	branding: { logo },
	name,
}: {
	ground: "light" | "dark";
	label: string;
	note: ReactNode;
	branding: Branding;
	name: string;
}) {
	const own = useOwnTexts(texts);
	return (
		<figure>
			<div className="brand-panel" data-ground={ground}>
				<p>
					{logo && <Logo logo={logo} name="" />} <strong>{name}</strong>
				</p>
				<p className="brand-link">{own.sampleLink}</p>
				<p className="brand-button">{own.sampleButton}</p>
			</div>
			<figcaption>
				{label}
				{note !== undefined && <small>{note}</small>}
			</figcaption>
		</figure>
	);
}
