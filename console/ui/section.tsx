import { type ReactNode, useId } from "react";

/** A part of a screen under a heading: what it is about on one side, what can be seen and set on the other. */
export function Section({
	title,
	hint,
	actions,
	children,
}: {
	title: string;
	hint?: ReactNode;
	actions?: ReactNode;
	children: ReactNode;
}) {
	const id = useId();
	return (
		<section className="section" aria-labelledby={id}>
			<header>
				<h2 id={id}>{title}</h2>
				{hint !== undefined && <p>{hint}</p>}
				{actions}
			</header>
			<div className="card section-body">{children}</div>
		</section>
	);
}

/** What is known of one thing: names and values. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
	<dl className="facts">
		{facts.map(([name, value]) => (
			<div key={name}>
				<dt>{name}</dt>
				<dd>{value}</dd>
			</div>
		))}
	</dl>
);
