import { createContext } from "preact";
import type { AnswerFile } from "../../../domain/forms/file-fields.ts";

/** Brings a file to the server; `onShare` hears how much of it has gone, from 0 to 1. */
export type Upload = (file: File, onShare: (share: number) => void) => Promise<AnswerFile>;

/** How the files of the request around it are uploaded. */
export const Uploading = createContext<Upload | undefined>(undefined);
