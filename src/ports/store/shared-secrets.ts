/**
 * Where the processes of one deployment keep the keys that they share, each sealed by a key that is
 * not in the store.
 */
export interface SharedSecrets {
  read(name: string): Promise<StoredSecret | undefined>;
  /** Stores it in the place of version `former`, 0 for none; undefined where another stands there. */
  put(
    name: string,
    secret: { readonly sealed: string; readonly former: number },
  ): Promise<StoredSecret | undefined>;
}

export interface StoredSecret {
  readonly sealed: string;
  readonly version: number;
}
