/*
 * What a statement may use. Whatever is not here may do anything: a function writes, reads files or calls
 * other servers, an operator or a type of somebody's own calls a function.
 */

const setOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const FUNCTIONS = setOf(`
  count sum avg min max array_agg string_agg json_agg jsonb_agg json_object_agg jsonb_object_agg bool_and bool_or every
  stddev stddev_pop stddev_samp variance var_pop var_samp corr covar_pop covar_samp regr_slope regr_intercept regr_r2
  percentile_cont percentile_disc mode rank dense_rank percent_rank cume_dist row_number ntile lag lead first_value
  last_value nth_value
  lower upper initcap length char_length character_length octet_length bit_length btrim ltrim rtrim substring substr left
  right replace translate reverse concat concat_ws split_part strpos position starts_with ascii chr md5 overlay
  regexp_replace regexp_match regexp_matches regexp_count regexp_substr regexp_split_to_array similar_to_escape like_escape
  normalize is_normalized quote_literal quote_ident to_char to_date to_timestamp to_number
  now date_trunc date_part date_bin extract age clock_timestamp statement_timestamp transaction_timestamp make_date
  make_time make_timestamp make_timestamptz make_interval justify_days justify_hours justify_interval timezone isfinite
  abs ceil ceiling floor round trunc mod div power sqrt cbrt sign exp ln log log10 pi degrees radians sin cos tan asin acos
  atan atan2 random width_bucket gcd lcm
  array_length array_position array_positions array_to_string string_to_array cardinality unnest array_append array_prepend
  array_cat array_remove array_replace array_lower array_upper array_ndims generate_series
  to_json to_jsonb row_to_json array_to_json json_build_object jsonb_build_object json_build_array jsonb_build_array
  json_array_length jsonb_array_length json_array_elements jsonb_array_elements json_array_elements_text
  jsonb_array_elements_text json_each jsonb_each json_each_text jsonb_each_text json_object_keys jsonb_object_keys
  json_extract_path jsonb_extract_path json_extract_path_text jsonb_extract_path_text json_typeof jsonb_typeof jsonb_set
  jsonb_strip_nulls json_strip_nulls jsonb_pretty jsonb_exists jsonb_path_exists jsonb_path_query jsonb_path_query_array
  jsonb_path_query_first gen_random_uuid num_nulls num_nonnulls
`);

export const TYPES = setOf(`
  bool int2 int4 int8 float4 float8 numeric money text varchar bpchar char name date time timetz timestamp timestamptz
  interval uuid json jsonb bytea inet cidr macaddr bit varbit
`);

export const OPERATORS: ReadonlySet<string> = new Set([
  ...setOf("+ - * / % ^ |/ ||/ @ & | # ~ << >> = <> != < <= > >= || ~~ !~~ ~~* !~~* ~* !~ !~*"),
  ...setOf("-> ->> #> #>> @> <@ ? ?| ?& && @? @@ <->"),
  "BETWEEN",
  "NOT BETWEEN",
  "BETWEEN SYMMETRIC",
  "NOT BETWEEN SYMMETRIC",
]);

/** How rows of a table are sampled. */
export const SAMPLES = setOf("system bernoulli");

/** What the parser's tree of a statement that reads or changes rows is made of, besides statements. */
export const NODES = setOf(`
  ResTarget ColumnRef String Integer Float Boolean A_Const A_Star A_Expr A_Indirection A_Indices A_ArrayExpr BoolExpr
  BooleanTest NullTest CaseExpr CaseWhen CoalesceExpr MinMaxExpr RowExpr SubLink TypeCast TypeName FuncCall NamedArgExpr
  SQLValueFunction CollateClause GroupingFunc GroupingSet SortBy WindowDef List ParamRef SetToDefault MultiAssignRef
  RangeVar RangeSubselect RangeFunction RangeTableSample JoinExpr Alias ColumnDef CommonTableExpr LockingClause
  IndexElem InferClause MergeWhenClause ReturningOption DefElem
`);
