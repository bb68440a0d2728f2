export type { SectionDescription } from "./documentation.ts";
export type { SectionOwner } from "./ports.ts";
export { sectionRoutes } from "./routes.ts";
export { defineSection, type Section } from "./section.ts";
export { createSectionService } from "./service.ts";
