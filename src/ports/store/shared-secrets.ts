/**
 * The place where the processes of one deployment keep their shared keys. Each is sealed by a key
 * outside the store.
 */
export interface SharedSecrets {
  read(name: string): Promise<StoredSecret | undefined>;
  /** Replaces version `former` (0 for none); undefined if another version is stored. */
  put(
    name: string,
    secret: { readonly sealed: string; readonly former: number },
  ): Promise<StoredSecret | undefined>;
}

export interface StoredSecret {
  readonly sealed: string;
  readonly version: number;
}
