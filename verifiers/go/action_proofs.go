//go:build ignore

// A verifier of Earshot's proofs of requests, version 1.
//
// It follows the page "Proofs of requests, version 1", and needs nothing but
// the standard library of Go. It opens no connection, and writes nothing but
// its verdict. It takes keys from elsewhere than the proof only: those that
// stand in the proof itself prove nothing.
//
//	go run action_proofs.go VECTORS.json           checks itself by the page's vectors
//	go run action_proofs.go PROOF.json KEYS.json   checks one proof by those keys
//
// It ends with 0 if all is good, with 1 if it is not, and with 2 if it could
// not begin.
//
// The file has these parts, in the order in which a reader needs them:
//
//  1. the program
//  2. the check of a proof, step for step as the page has it
//  3. the form of a proof and of an event
//  4. checkpoints
//  5. keys
//  6. the tree
//  7. digests, forms of texts and numbers
//  8. JSON: reading it with the order of its members, and writing it
//  9. the vectors
package main

import (
	"cmp"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// ---------------------------------------------------------------------------
// 1. The program
// ---------------------------------------------------------------------------

func main() {
	switch len(os.Args) {
	case 2:
		os.Exit(checkVectorFile(os.Args[1]))
	case 3:
		os.Exit(checkProofFile(os.Args[1], os.Args[2]))
	}
	fmt.Fprintln(os.Stderr, "usage: go run action_proofs.go VECTORS.json | PROOF.json KEYS.json")
	os.Exit(2)
}

// checkProofFile prints the verdict on one proof, and returns the exit code.
func checkProofFile(proofPath, keysPath string) int {
	proofBytes, err := os.ReadFile(proofPath)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	keysBytes, err := os.ReadFile(keysPath)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	keys := KeySet{} // what is no JSON is no set of keys, and holds none
	if value, err := parseJSON(keysBytes); err == nil {
		keys = readKeys(value)
	}
	if len(keys.Keys) == 0 {
		fmt.Fprintln(os.Stderr, "the file of keys holds none, or is out of form")
	}
	proof, err := parseJSON(proofBytes)
	if err != nil {
		fmt.Println("NOT PROVED:", malformed)
		return 1
	}
	proved, fault := verify(proof, keys)
	if fault != noFault {
		fmt.Println("NOT PROVED:", fault)
		return 1
	}
	printProved(proved)
	return 0
}

// printProved shows what a good proof holds, and of each event that names the
// action which form of it that is.
func printProved(proved Proved) {
	proof := proved.Proof
	fmt.Printf("proved: request %s of workspace %s, deployment %s\n",
		printable(proof.Request), printable(proved.Workspace), printable(proved.Deployment))
	printObject("the action as it runs", proof.Action)
	printObject("the action as its agent asked for it", proof.Asked)
	for _, entry := range proof.Events {
		fmt.Printf("event %d: %s\n", entry.Event.Seq, printableAs(entry.Event.object, asTheyStand))
		if note := whichForm(proof, entry.Event); note != "" {
			fmt.Println("    " + note)
		}
	}
	for _, said := range proof.Said {
		fmt.Printf("the %s of event %.0f: %s\n", said.Fact, said.Seq, printable(said.Value))
	}
	for _, policy := range proof.Policies {
		printObject("a policy by which it was judged", policy)
	}
	printObject("the permission", proof.Permission)
	fmt.Println("This does not show that no event was left out, nor that this form of an action ran.")
}

func printObject(what string, object *Object) {
	if object != nil {
		fmt.Printf("%s: %s\n", what, printable(object))
	}
}

// whichForm says which form of the action an event names, and nothing of an
// event that names none.
func whichForm(proof Proof, event Event) string {
	digest, names := namedDigest(event)
	switch {
	case !names || kindOfRequest(proof) != kindWithAction:
		return ""
	case proof.Action != nil && isDigestOfAction(digest, proof.Action):
		return "names the action as it runs"
	case proof.Asked != nil && isDigestOfAction(digest, proof.Asked):
		return "names the action as its agent asked for it"
	}
	return "NAMES A FORM OF THE ACTION THAT THIS PROOF DOES NOT HOLD"
}

// printable writes a value as JSON that stays on its line: whoever made the
// proof must not be able to write a verdict of his own. What could move a
// cursor or turn the direction of a line is escaped.
func printable(value any) string { return printableAs(value, canonical) }

func printableAs(value any, order Order) string {
	bytes, err := writeJSON(value, order)
	if err != nil {
		return "what cannot be written"
	}
	var out strings.Builder
	for _, sign := range string(bytes) {
		if unicode.IsGraphic(sign) && !isRightToLeft(sign) {
			out.WriteRune(sign)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, sign) {
			fmt.Fprintf(&out, `\u%04x`, unit)
		}
	}
	return out.String()
}

// isRightToLeft goes by the blocks that Unicode keeps for such scripts. Their
// letters turn the digits and signs beside them, without a control character.
func isRightToLeft(sign rune) bool {
	return sign >= 0x0590 && sign <= 0x08FF || sign >= 0xFB1D && sign <= 0xFDFF ||
		sign >= 0xFE70 && sign <= 0xFEFF || sign >= 0x10800 && sign <= 0x10FFF ||
		sign >= 0x1E800 && sign <= 0x1EFFF
}

// ---------------------------------------------------------------------------
// 2. The check of a proof
// ---------------------------------------------------------------------------

// Fault is the word of the page for what is wrong with a proof.
type Fault string

const (
	noFault         Fault = ""
	malformed       Fault = "malformed"
	notSigned       Fault = "not_signed"
	elsewhere       Fault = "elsewhere"
	notInLog        Fault = "not_in_log"
	otherRequest    Fault = "other_request"
	otherAction     Fault = "other_action"
	otherWords      Fault = "other_words"
	otherPolicy     Fault = "other_policy"
	otherPermission Fault = "other_permission"
)

// Proved is what a good proof shows.
type Proved struct {
	Proof      Proof
	Deployment string
	Workspace  string
}

// verify makes the checks in the order of the page. The first fault ends it.
func verify(value any, keys KeySet) (Proved, Fault) {
	proof, ok := readProof(value)
	if !ok {
		return Proved{}, malformed
	}
	checkpoints, fault := checkCheckpoints(proof, keys)
	if fault != noFault {
		return Proved{}, fault
	}
	if !areOfOneLog(checkpoints) {
		return Proved{}, elsewhere
	}
	if fault := checkEvents(proof, checkpoints); fault != noFault {
		return Proved{}, fault
	}
	contents := []struct {
		holds func(Proof) bool
		fault Fault
	}{
		{isOfRequest, otherRequest},
		{hasItsAction, otherAction},
		{hasItsWords, otherWords},
		{hasItsPolicies, otherPolicy},
		{hasItsPermission, otherPermission},
	}
	for _, check := range contents {
		if !check.holds(proof) {
			return Proved{}, check.fault
		}
	}
	// There is a first checkpoint: an event of the request stands under one.
	first := checkpoints[0]
	return Proved{Proof: proof, Deployment: first.Issuer, Workspace: first.Workspace}, noFault
}

// checkCheckpoints is step 2.
func checkCheckpoints(proof Proof, keys KeySet) ([]Checkpoint, Fault) {
	var checkpoints []Checkpoint
	for _, text := range proof.Checkpoints {
		checkpoint, ok := openCheckpoint(text, keys)
		if !ok {
			return nil, notSigned
		}
		if keys.NamesDeployment && checkpoint.Issuer != keys.Deployment {
			return nil, elsewhere
		}
		checkpoints = append(checkpoints, checkpoint)
	}
	return checkpoints, noFault
}

// areOfOneLog is step 3. Put in the order of their numbers, no checkpoint may
// reach back behind the one before it, and where two meet they have one hash.
func areOfOneLog(checkpoints []Checkpoint) bool {
	rising := slices.Clone(checkpoints)
	slices.SortStableFunc(rising, func(a, b Checkpoint) int { return cmp.Compare(a.Seq, b.Seq) })
	for i := 1; i < len(rising); i++ {
		earlier, later := rising[i-1], rising[i]
		if later.Issuer != earlier.Issuer || later.Workspace != earlier.Workspace {
			return false
		}
		meet := later.PreviousSeq == earlier.Seq && later.PreviousHash == earlier.Hash
		if !meet && later.PreviousSeq <= earlier.Seq {
			return false
		}
	}
	return true
}

// checkEvents is step 4.
func checkEvents(proof Proof, checkpoints []Checkpoint) Fault {
	for _, entry := range proof.Events {
		if entry.Checkpoint >= int64(len(checkpoints)) {
			return malformed
		}
		checkpoint := checkpoints[entry.Checkpoint]
		if !isUnder(entry, checkpoint) {
			return notInLog
		}
	}
	return noFault
}

// isUnder says whether an event is a leaf of the tree that a checkpoint signed.
func isUnder(entry Entry, checkpoint Checkpoint) bool {
	if !checkpoint.HasRoot || entry.Event.Workspace != checkpoint.Workspace {
		return false
	}
	index := entry.Event.Seq - 1 - checkpoint.PreviousSeq
	size := checkpoint.Seq - checkpoint.PreviousSeq
	if index < 0 || index >= size {
		return false
	}
	body, err := entry.Event.body()
	if err != nil {
		return false // it cannot be written, so nobody can have hashed it
	}
	root, ok := rootFrom(leafHash(body), index, size, entry.Path)
	return ok && root == checkpoint.Root
}

// The types of events that are about something other than the request.
var typesOfOtherSubjects = []string{"principal.created", "policy.changed", "permission.given"}

// isOfRequest is step 5: the first event of the request, and no other, created it.
func isOfRequest(proof Proof) bool {
	count := 0
	for _, entry := range proof.Events {
		event := entry.Event
		if slices.Contains(typesOfOtherSubjects, event.Type) {
			continue
		}
		count++
		if event.Subject != proof.Request || (event.Type == typeOfCreation) != (count == 1) {
			return false
		}
	}
	return count > 0
}

const (
	typeOfCreation = "request.created"
	kindWithAction = "authorization"
)

// The types of events whose digest is that of the action.
var typesThatNameTheAction = []string{
	typeOfCreation, "request.approval_voted", "request.approved", "request.rejected",
	"request.responded", "request.edited", "request.vote_revoked", "request.revoked",
	"grant.minted", "grant.redeemed",
}

// hasItsAction is step 6.
func hasItsAction(proof Proof) bool {
	isAuthorization := kindOfRequest(proof) == kindWithAction
	if proof.Action == nil {
		isErased := hasEvent(proof, func(event Event) bool { return event.Type == "request.erased" })
		return proof.Asked == nil && (!isAuthorization || isErased)
	}
	named := namedDigests(proof)
	if !isAuthorization || len(named) == 0 {
		return false
	}
	first, last := named[0], named[len(named)-1]
	if !isDigestOfAction(last, proof.Action) {
		return false
	}
	return proof.Asked == nil || isDigestOfAction(first, proof.Asked) && first != last
}

// kindOfRequest is the kind that the request had when it was created, and nil
// where that event has none.
func kindOfRequest(proof Proof) any {
	for _, entry := range proof.Events {
		if entry.Event.Type == typeOfCreation {
			return entry.Event.fact("kind")
		}
	}
	return nil
}

// namedDigests are the digests of the action, in the order of the events.
func namedDigests(proof Proof) []any {
	var named []any
	for _, entry := range proof.Events {
		if digest, names := namedDigest(entry.Event); names {
			named = append(named, digest)
		}
	}
	return named
}

// namedDigest is the digest of the action that an event names, if it does.
func namedDigest(event Event) (any, bool) {
	if !slices.Contains(typesThatNameTheAction, event.Type) {
		return nil, false
	}
	return event.Data.get("digest")
}

func isDigestOfAction(named any, action *Object) bool {
	digest, err := digestOfAction(action)
	return err == nil && named == digest
}

// hasItsWords is step 7.
func hasItsWords(proof Proof) bool {
	for _, said := range proof.Said {
		if !proof.HasSalt {
			return false
		}
		digest, err := digestOfWords(proof.Salt, said.Value)
		if err != nil {
			return false
		}
		if !hasEvent(proof, func(event Event) bool {
			return float64(event.Seq) == said.Seq && event.fact(said.Fact) == digest
		}) {
			return false
		}
	}
	return true
}

// hasItsPolicies is step 8.
func hasItsPolicies(proof Proof) bool {
	for _, policy := range proof.Policies {
		digest, err := digestOfTerms(policy)
		if err != nil {
			return false
		}
		isChange := func(event Event) bool {
			return event.Type == "policy.changed" && event.fact("revision") == digest
		}
		if !isFollowed(proof, isChange, "revision", digest) {
			return false
		}
	}
	return true
}

// hasItsPermission is step 9.
func hasItsPermission(proof Proof) bool {
	if proof.Permission == nil {
		return true
	}
	digest, err := digestOfTerms(proof.Permission)
	id, _ := proof.Permission.get("id")
	if err != nil {
		return false
	}
	isGiving := func(event Event) bool {
		return event.Type == "permission.given" && event.fact("digest") == digest && id == event.Subject
	}
	return isFollowed(proof, isGiving, "permission", id)
}

// isFollowed says whether one of the events is of that sort, and a later one,
// of the request, has that fact.
func isFollowed(proof Proof, is func(Event) bool, fact string, value any) bool {
	begun := false
	for _, entry := range proof.Events {
		if begun && entry.Event.Subject == proof.Request && entry.Event.fact(fact) == value {
			return true
		}
		begun = begun || is(entry.Event)
	}
	return false
}

func hasEvent(proof Proof, is func(Event) bool) bool {
	return slices.ContainsFunc(proof.Events, func(entry Entry) bool { return is(entry.Event) })
}

// ---------------------------------------------------------------------------
// 3. The form of a proof and of an event
// ---------------------------------------------------------------------------

// Proof is a proof whose form is good. Nothing in it is proved yet.
type Proof struct {
	Request     string
	Checkpoints []string
	Events      []Entry
	HasSalt     bool
	Salt        string
	Said        []Said
	Action      *Object // nil where there is none
	Asked       *Object // nil where there is none
	Policies    []*Object
	Permission  *Object // nil where there is none
}

// Entry is an event of a proof with its way to a checkpoint.
type Entry struct {
	Event      Event
	Checkpoint int64
	Path       []Hash
}

// Said is a value that somebody said, and the fact of an event that commits to it.
type Said struct {
	Seq   float64
	Fact  string
	Value any
}

// Event is one event of the log.
type Event struct {
	object    *Object // as it stands in the proof, for its bytes
	Workspace string
	Seq       int64
	Type      string
	Subject   string
	Data      *Object // empty where there is none
}

// readProof is step 1.
func readProof(value any) (Proof, bool) {
	form := openForm(value,
		"v", "request", "keys?", "checkpoints", "events", "salt?", "said",
		"action?", "asked?", "policies", "permission?")
	form.require(isSound(value, maxLevels))
	form.require(form.value("v") == float64(1))
	proof := Proof{
		Request:    form.text("request"),
		HasSalt:    form.has("salt"),
		Salt:       form.text("salt"),
		Action:     form.object("action"),
		Asked:      form.object("asked"),
		Permission: form.object("permission"),
	}
	form.object("keys")
	for _, item := range form.list("checkpoints") {
		text, ok := item.(string)
		form.require(ok)
		proof.Checkpoints = append(proof.Checkpoints, text)
	}
	lastSeq := int64(0)
	for _, item := range form.list("events") {
		entry, ok := readEntry(item)
		form.require(ok && entry.Event.Seq > lastSeq)
		lastSeq = entry.Event.Seq
		proof.Events = append(proof.Events, entry)
	}
	for _, item := range form.list("said") {
		said, ok := readSaid(item)
		form.require(ok)
		proof.Said = append(proof.Said, said)
	}
	for _, item := range form.list("policies") {
		policy, ok := item.(*Object)
		form.require(ok)
		proof.Policies = append(proof.Policies, policy)
	}
	return proof, form.good
}

func readEntry(value any) (Entry, bool) {
	form := openForm(value, "event", "checkpoint", "path")
	event, ok := readEvent(form.value("event"))
	form.require(ok)
	entry := Entry{Event: event, Checkpoint: form.whole("checkpoint", 0)}
	for _, item := range form.list("path") {
		hash, ok := readHash(item)
		form.require(ok)
		entry.Path = append(entry.Path, hash)
	}
	return entry, form.good
}

func readSaid(value any) (Said, bool) {
	form := openForm(value, "seq", "fact", "value")
	seq, ok := form.value("seq").(float64)
	form.require(ok && isWhole(seq))
	fact := form.text("fact")
	form.require(fact == "digest" || fact == "words")
	return Said{Seq: seq, Fact: fact, Value: form.value("value")}, form.good
}

// The members of an event, in their order.
var membersOfEvent = []string{"workspace", "seq", "type", "at", "actor?", "subject", "agent?", "data?"}

// The members of an event's data that stand first, in their order.
var membersOfData = []string{
	"digest", "via", "message", "name", "kind", "version", "from", "run", "error", "level",
	"rule", "revision", "permission", "grant", "unattended", "soleOperator", "steppedUp",
	"edited", "passkey", "withdrawn", "channel", "delivery", "session", "role", "owner",
	"words", "pending", "count", "told", "stood", "until", "key", "hand", "madeBy",
	"decidedAt", "service",
}

func readEvent(value any) (Event, bool) {
	form := openForm(value, membersOfEvent...)
	for _, name := range []string{"at", "actor", "agent"} {
		form.text(name)
	}
	event := Event{
		object:    form.of,
		Workspace: form.text("workspace"),
		Seq:       form.whole("seq", 1),
		Type:      form.text("type"),
		Subject:   form.text("subject"),
		Data:      form.object("data"),
	}
	if event.Data == nil {
		event.Data = &Object{}
	}
	form.require(areInOrder(form.of.names, bareNames(membersOfEvent)))
	form.require(areInOrder(event.Data.names, membersOfData))
	for _, name := range event.Data.names {
		form.require(isFactName(name) && isFactValue(event.Data.values[name]))
	}
	return event, form.good
}

func isFactName(name string) bool {
	return len(name) >= 1 && len(name) <= 64 && strings.IndexFunc(name, func(sign rune) bool {
		return (sign < 'A' || sign > 'Z') && (sign < 'a' || sign > 'z')
	}) < 0
}

func isFactValue(value any) bool {
	switch value := value.(type) {
	case string, bool:
		return true
	case float64:
		return isWhole(value)
	}
	return false
}

// areInOrder says whether those of the names that the order has stand first,
// and as it has them.
func areInOrder(names, order []string) bool {
	last := -1
	for _, name := range names {
		place := slices.Index(order, name)
		if place < 0 {
			place = len(order)
		}
		if place < last {
			return false
		}
		last = place
	}
	return true
}

// fact is a member of the event's data, and nil where there is none.
func (event Event) fact(name string) any {
	value, _ := event.Data.get(name)
	return value
}

// body is what the log hashes: the event as it stands, with its version first.
func (event Event) body() ([]byte, error) {
	versioned := &Object{}
	versioned.set("v", float64(1))
	for _, name := range event.object.names {
		versioned.set(name, event.object.values[name])
	}
	return writeJSON(versioned, asTheyStand)
}

// Form reads the members of one object, and notes whether any is out of form.
// It goes on after a fault, so that its users are plain lists of members.
type Form struct {
	of   *Object
	good bool
	may  map[string]bool // the members that may be absent
}

// openForm begins with an object that must have just the named members.
// A name with "?" may be absent.
func openForm(value any, names ...string) *Form {
	object, ok := value.(*Object)
	if !ok {
		return &Form{of: &Object{}, good: false}
	}
	form := &Form{of: object, good: true, may: map[string]bool{}}
	known := bareNames(names)
	for i, name := range known {
		form.may[name] = names[i] != name
		form.require(form.may[name] || form.has(name))
	}
	for _, name := range object.names {
		form.require(slices.Contains(known, name))
	}
	return form
}

func bareNames(names []string) []string {
	var bare []string
	for _, name := range names {
		bare = append(bare, strings.TrimSuffix(name, "?"))
	}
	return bare
}

func (form *Form) require(is bool) { form.good = form.good && is }

func (form *Form) has(name string) bool {
	_, ok := form.of.get(name)
	return ok
}

func (form *Form) value(name string) any {
	value, _ := form.of.get(name)
	return value
}

// mayLack says that a member is absent and may be.
func (form *Form) mayLack(name string) bool { return form.may[name] && !form.has(name) }

func (form *Form) text(name string) string {
	text, ok := form.value(name).(string)
	form.require(ok || form.mayLack(name))
	return text
}

func (form *Form) object(name string) *Object {
	object, ok := form.value(name).(*Object)
	form.require(ok || form.mayLack(name))
	return object
}

func (form *Form) list(name string) []any {
	list, ok := form.value(name).([]any)
	form.require(ok)
	return list
}

func (form *Form) whole(name string, from int64) int64 {
	number, ok := readWhole(form.value(name), from)
	form.require(ok)
	return number
}

// ---------------------------------------------------------------------------
// 4. Checkpoints
// ---------------------------------------------------------------------------

const (
	maxCheckpoint = 16384             // bytes; what is not ASCII is out of form anyway
	earlyBy       = 305 * time.Second // how long before its key a checkpoint may be
	lateBy        = 5 * time.Second   // how long behind its key
)

// Checkpoint is what a checkpoint claims that a key has signed.
type Checkpoint struct {
	Issuer       string
	Workspace    string
	Seq          int64
	Hash         Hash
	PreviousSeq  int64 // 0 where there is no checkpoint before
	PreviousHash Hash  // zero bytes where there is none
	HasRoot      bool
	Root         Hash
}

// openCheckpoint gives the claims of a checkpoint that one of the keys has
// signed in its time.
func openCheckpoint(text string, keys KeySet) (Checkpoint, bool) {
	parts := strings.Split(text, ".")
	if len(text) > maxCheckpoint || len(parts) != 3 {
		return Checkpoint{}, false
	}
	payload, ok := readBase64(parts[1])
	if !ok {
		return Checkpoint{}, false
	}
	signature, ok := readBase64(parts[2])
	if !ok || len(signature) != ed25519.SignatureSize {
		return Checkpoint{}, false
	}
	value, err := parseJSON(payload)
	if err != nil {
		return Checkpoint{}, false
	}
	checkpoint, at, ok := readClaims(value)
	if !ok {
		return Checkpoint{}, false
	}
	signed := slices.ContainsFunc(keys.Keys, func(key Key) bool {
		return parts[0] == headerOf(key) && key.isInTime(at) && key.isOfLargeOrder() &&
			ed25519.Verify(key.Public, []byte(parts[0]+"."+parts[1]), signature)
	})
	return checkpoint, signed
}

// headerOf is the one header that a checkpoint of this key can have.
func headerOf(key Key) string {
	return base64.RawURLEncoding.EncodeToString(
		[]byte(`{"alg":"EdDSA","typ":"earshot-checkpoint+jwt","kid":"` + key.ID + `"}`))
}

// readClaims gives the claims that the page names, and does not look at others.
func readClaims(value any) (Checkpoint, time.Time, bool) {
	object, ok := value.(*Object)
	if !ok {
		return Checkpoint{}, time.Time{}, false
	}
	form := &Form{of: object, good: true}
	checkpoint := Checkpoint{
		Issuer:    form.text("iss"),
		Workspace: form.text("workspace"),
		Seq:       form.whole("seq", 0),
	}
	form.require(utf8.ValidString(checkpoint.Workspace))
	checkpoint.Hash, ok = readHash(form.value("hash"))
	form.require(ok)
	at, ok := readTime(form.value("at"))
	form.require(ok)
	if form.has("previous") {
		checkpoint.PreviousSeq, checkpoint.PreviousHash, ok = readPrevious(form.value("previous"))
		form.require(ok)
	}
	if form.has("root") {
		checkpoint.HasRoot = true
		checkpoint.Root, ok = readHash(form.value("root"))
		form.require(ok)
	}
	form.require(isDeployment(checkpoint.Issuer) && form.value("aud") == checkpoint.Issuer)
	return checkpoint, at, form.good
}

func isDeployment(text string) bool {
	digits, ok := strings.CutPrefix(text, "dep_")
	return ok && len(digits) == 32 && areHexDigits(digits)
}

// readPrevious gives the number and the hash in "SEQ:HASH".
func readPrevious(value any) (int64, Hash, bool) {
	text, _ := value.(string)
	digits, rest, _ := strings.Cut(text, ":")
	hash, ok := readHash(rest)
	if !ok || len(digits) < 1 || len(digits) > 15 || strings.Trim(digits, "0123456789") != "" {
		return 0, Hash{}, false
	}
	seq, err := strconv.ParseInt(digits, 10, 64)
	return seq, hash, err == nil
}

// ---------------------------------------------------------------------------
// 5. Keys
// ---------------------------------------------------------------------------

// KeySet holds the public keys of one deployment.
type KeySet struct {
	NamesDeployment bool
	Deployment      string
	Keys            []Key
}

// Key is a public key and the time in which it signed; a zero time is no bound.
type Key struct {
	ID        string
	Public    ed25519.PublicKey
	CreatedAt time.Time
	Until     time.Time
}

// readKeys gives the keys of a set. One that is out of form holds none.
func readKeys(value any) KeySet {
	object, ok := value.(*Object)
	if !ok {
		return KeySet{}
	}
	form := &Form{of: object, good: true}
	set := KeySet{NamesDeployment: form.has("deployment")}
	if set.NamesDeployment {
		set.Deployment = form.text("deployment")
	}
	seen := map[string]bool{}
	for i, item := range form.list("keys") {
		key, ok := readKey(item)
		form.require(ok && !seen[key.ID])
		seen[key.ID] = true
		if i > 0 && key.Until.IsZero() {
			// The newest key stands first, so the one before came after this one.
			key.Until = set.Keys[i-1].CreatedAt
		}
		set.Keys = append(set.Keys, key)
	}
	if !form.good {
		return KeySet{}
	}
	return set
}

func readKey(value any) (Key, bool) {
	object, ok := value.(*Object)
	if !ok {
		return Key{}, false
	}
	form := &Form{of: object, good: true}
	form.require(form.value("kty") == "OKP" && form.value("crv") == "Ed25519")
	x := form.text("x")
	public, ok := readBase64(x)
	form.require(ok && len(public) == ed25519.PublicKeySize)
	id := thumbprint(x)
	form.require(form.value("kid") == id)
	key := Key{
		ID:        id,
		Public:    public,
		CreatedAt: form.perhapsTime("createdAt"),
		Until:     form.perhapsTime("until"),
	}
	return key, form.good
}

func (form *Form) perhapsTime(name string) time.Time {
	if !form.has(name) {
		return time.Time{}
	}
	at, ok := readTime(form.value(name))
	form.require(ok)
	return at
}

// thumbprint is the name that a key has from its own bytes (RFC 7638).
func thumbprint(x string) string {
	sum := sha256.Sum256([]byte(`{"crv":"Ed25519","kty":"OKP","x":"` + x + `"}`))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// The y of the points of small order in their one spelling, but for the highest
// bit, which is the sign of x. With such a key anybody can sign.
var smallOrder = []string{
	"0000000000000000000000000000000000000000000000000000000000000000",
	"0100000000000000000000000000000000000000000000000000000000000000",
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
}

// isOfLargeOrder says whether a key is none with which anybody can sign. Go
// takes a y beyond the prime 2^255 - 19, which RFC 8032 does not; it is refused
// here, since it could be a second spelling of a small order.
func (key Key) isOfLargeOrder() bool {
	y := slices.Clone(key.Public)
	y[len(y)-1] &= 0x7f
	inHex := hex.EncodeToString(y)
	isBeyond := y[0] >= 0xed && inHex[2:] == strings.Repeat("ff", 30)+"7f"
	return !isBeyond && !slices.Contains(smallOrder, inHex)
}

// isInTime says whether the key signed at that time, give or take what the page allows.
func (key Key) isInTime(at time.Time) bool {
	if !key.CreatedAt.IsZero() && at.Before(key.CreatedAt.Add(-earlyBy)) {
		return false
	}
	return key.Until.IsZero() || !at.After(key.Until.Add(lateBy))
}

// ---------------------------------------------------------------------------
// 6. The tree (RFC 9162, section 2.1)
// ---------------------------------------------------------------------------

// Hash is a SHA-256.
type Hash [sha256.Size]byte

func leafHash(body []byte) Hash { return sha256.Sum256(append([]byte{0}, body...)) }

func nodeHash(left, right Hash) Hash {
	return sha256.Sum256(slices.Concat([]byte{1}, left[:], right[:]))
}

// rootFrom climbs from a leaf to the root, as section 2.1.3.2 has it. It needs
// just the hashes of the path: with one too few or too many there is no root.
func rootFrom(hash Hash, index, size int64, path []Hash) (Hash, bool) {
	last := size - 1
	for _, beside := range path {
		if last == 0 {
			return Hash{}, false
		}
		if index%2 == 1 || index == last {
			hash = nodeHash(beside, hash)
			// A last node without one beside it moves up as it is.
			for index%2 == 0 && index != 0 {
				index, last = index/2, last/2
			}
		} else {
			hash = nodeHash(hash, beside)
		}
		index, last = index/2, last/2
	}
	return hash, last == 0
}

// ---------------------------------------------------------------------------
// 7. Digests, forms of texts and numbers
// ---------------------------------------------------------------------------

var errNoDigest = errors.New("an action of this version has no digest")

func digestOfAction(action *Object) (string, error) {
	var prefix string
	switch version, _ := action.get("v"); version {
	case float64(1):
		prefix = "earshot.action.v1"
	case float64(2):
		prefix = "earshot.action.v2"
	default:
		return "", errNoDigest
	}
	bytes, err := writeJSON(action, canonical)
	sum := sha256.Sum256(slices.Concat([]byte(prefix), []byte{0}, bytes))
	return hex.EncodeToString(sum[:]), err
}

func digestOfWords(salt string, value any) (string, error) {
	bytes, err := writeJSON(value, canonical)
	sum := sha256.Sum256(slices.Concat([]byte("earshot.content.v1\x00"), []byte(salt), []byte{0}, bytes))
	return base64.RawURLEncoding.EncodeToString(sum[:]), err
}

// digestOfTerms is the digest of a policy or a permission.
func digestOfTerms(terms *Object) (string, error) {
	bytes, err := writeJSON(terms, canonical)
	sum := sha256.Sum256(bytes)
	return base64.RawURLEncoding.EncodeToString(sum[:]), err
}

// readBase64 takes base64url without padding, in its one spelling only. Writing
// the bytes back shows it: Go's decoder skips line ends, and they would be lost.
func readBase64(text string) ([]byte, bool) {
	bytes, err := base64.RawURLEncoding.DecodeString(text)
	return bytes, err == nil && base64.RawURLEncoding.EncodeToString(bytes) == text
}

func readHash(value any) (Hash, bool) {
	text, _ := value.(string)
	if len(text) != 2*sha256.Size || !areHexDigits(text) {
		return Hash{}, false
	}
	bytes, err := hex.DecodeString(text)
	if err != nil {
		return Hash{}, false
	}
	return Hash(bytes), true
}

func areHexDigits(text string) bool { return strings.Trim(text, "0123456789abcdef") == "" }

const timeForm = "2006-01-02T15:04:05.000Z"

// readTime takes the one spelling of a time. Go's reader is more lenient, so
// the time is written back.
func readTime(value any) (time.Time, bool) {
	text, _ := value.(string)
	at, err := time.Parse(timeForm, text)
	good := err == nil && at.Format(timeForm) == text && at.Year() >= 2000 && at.Year() <= 2999
	return at, good
}

// maxWhole is the greatest number up to which a double has every whole number.
const maxWhole = 1<<53 - 1

func isWhole(number float64) bool {
	return math.Abs(number) <= maxWhole && number == math.Trunc(number)
}

func readWhole(value any, from int64) (int64, bool) {
	number, ok := value.(float64)
	if !ok || !isWhole(number) || number < float64(from) {
		return 0, false
	}
	return int64(number), true
}

// maxLevels is how deep the parts of a proof may be nested below it.
const maxLevels = 100

// isSound says whether a value and all within it are Unicode and finite, and
// nested no deeper than so many levels.
func isSound(value any, levels int) bool {
	if levels < 0 {
		return false
	}
	switch value := value.(type) {
	case float64:
		return !math.IsInf(value, 0) && !math.IsNaN(value)
	case string:
		return utf8.ValidString(value)
	case []any:
		return !slices.ContainsFunc(value, func(item any) bool { return !isSound(item, levels-1) })
	case *Object:
		return !slices.ContainsFunc(value.names, func(name string) bool {
			return !utf8.ValidString(name) || !isSound(value.values[name], levels-1)
		})
	}
	return true
}

// ---------------------------------------------------------------------------
// 8. JSON
// ---------------------------------------------------------------------------
//
// Go's own reader loses the order of members, and quietly mends texts that are
// no Unicode; both matter here. So this part reads JSON itself. A value is nil,
// a bool, a float64, a string, a []any or an *Object.

// Object is an object whose members keep their order.
type Object struct {
	names  []string
	values map[string]any
}

func (object *Object) get(name string) (any, bool) {
	value, ok := object.values[name]
	return value, ok
}

// set changes a member where it stands, and adds a new one as the last.
func (object *Object) set(name string, value any) {
	if object.values == nil {
		object.values = map[string]any{}
	}
	if _, ok := object.values[name]; !ok {
		object.names = append(object.names, name)
	}
	object.values[name] = value
}

func (object *Object) remove(name string) {
	object.names = slices.DeleteFunc(object.names, func(other string) bool { return other == name })
	delete(object.values, name)
}

// maxDepth keeps a hostile file from using up the stack.
const maxDepth = 10000

var errJSON = errors.New("not JSON")

type parser struct {
	rest  []byte
	depth int
}

// parseJSON reads one value (RFC 8259) in UTF-8 with nothing behind it.
func parseJSON(bytes []byte) (any, error) {
	if !utf8.Valid(bytes) {
		return nil, errJSON
	}
	p := &parser{rest: bytes}
	value, err := p.value()
	p.space()
	if err != nil || len(p.rest) > 0 {
		return nil, errJSON
	}
	return value, nil
}

func (p *parser) space() {
	for len(p.rest) > 0 && strings.IndexByte(" \t\r\n", p.rest[0]) >= 0 {
		p.rest = p.rest[1:]
	}
}

// take steps over a piece of text if it stands next.
func (p *parser) take(text string) bool {
	if len(p.rest) < len(text) || string(p.rest[:len(text)]) != text {
		return false
	}
	p.rest = p.rest[len(text):]
	return true
}

// takeSign steps over a sign and the white space around it.
func (p *parser) takeSign(sign string) bool {
	p.space()
	taken := p.take(sign)
	p.space()
	return taken
}

func (p *parser) value() (any, error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		return nil, errJSON
	}
	p.space()
	switch {
	case p.takeSign("{"):
		return p.object()
	case p.takeSign("["):
		return p.list()
	case p.take(`"`):
		return p.text()
	case p.take("null"):
		return nil, nil
	case p.take("true"):
		return true, nil
	case p.take("false"):
		return false, nil
	}
	return p.number()
}

// object reads on behind the brace. A member that stands twice keeps its first
// place and has its last value.
func (p *parser) object() (any, error) {
	object := &Object{}
	if p.takeSign("}") {
		return object, nil
	}
	for {
		if !p.takeSign(`"`) {
			return nil, errJSON
		}
		name, err := p.text()
		if err != nil || !p.takeSign(":") {
			return nil, errJSON
		}
		value, err := p.value()
		if err != nil {
			return nil, errJSON
		}
		object.set(name, value)
		if p.takeSign("}") {
			return object, nil
		}
		if !p.takeSign(",") {
			return nil, errJSON
		}
	}
}

// list reads on behind the bracket.
func (p *parser) list() (any, error) {
	list := []any{}
	if p.takeSign("]") {
		return list, nil
	}
	for {
		value, err := p.value()
		if err != nil {
			return nil, errJSON
		}
		list = append(list, value)
		if p.takeSign("]") {
			return list, nil
		}
		if !p.takeSign(",") {
			return nil, errJSON
		}
	}
}

// text reads on behind the quotation mark.
func (p *parser) text() (string, error) {
	var text []byte
	for len(p.rest) > 0 {
		next := p.rest[0]
		p.rest = p.rest[1:]
		switch {
		case next == '"':
			return string(text), nil
		case next < 0x20:
			return "", errJSON
		case next == '\\':
			var err error
			if text, err = p.escape(text); err != nil {
				return "", err
			}
		default:
			text = append(text, next)
		}
	}
	return "", errJSON
}

// escape reads on behind the backslash, and adds what stands for it.
func (p *parser) escape(text []byte) ([]byte, error) {
	if len(p.rest) == 0 {
		return nil, errJSON
	}
	sign := p.rest[0]
	p.rest = p.rest[1:]
	if sign == 'u' {
		return p.unicodeEscape(text)
	}
	place := strings.IndexByte(`"\/bfnrt`, sign)
	if place < 0 {
		return nil, errJSON
	}
	return append(text, "\"\\/\b\f\n\r\t"[place]), nil
}

// unicodeEscape reads the digits behind \u, and a second half if it stands next.
func (p *parser) unicodeEscape(text []byte) ([]byte, error) {
	unit, err := p.fourDigits()
	if err != nil {
		return nil, err
	}
	if !utf16.IsSurrogate(unit) {
		return utf8.AppendRune(text, unit), nil
	}
	before := p.rest
	if p.take(`\u`) {
		second, err := p.fourDigits()
		if err != nil {
			return nil, err
		}
		if whole := utf16.DecodeRune(unit, second); whole != utf8.RuneError {
			return utf8.AppendRune(text, whole), nil
		}
		p.rest = before
	}
	// Half of a pair is no Unicode. Its three bytes are no UTF-8 either, so it
	// equals no other text, and the writer sees that it cannot write it.
	return append(text, 0xE0|byte(unit>>12), 0x80|byte(unit>>6&0x3F), 0x80|byte(unit&0x3F)), nil
}

func (p *parser) fourDigits() (rune, error) {
	if len(p.rest) < 4 {
		return 0, errJSON
	}
	bytes, err := hex.DecodeString(string(p.rest[:4]))
	if err != nil {
		return 0, errJSON
	}
	p.rest = p.rest[4:]
	return rune(bytes[0])<<8 | rune(bytes[1]), nil
}

// number reads a number in the grammar of RFC 8259, which is narrower than Go's.
func (p *parser) number() (any, error) {
	start := p.rest
	p.take("-")
	if !p.take("0") && p.digits() == 0 {
		return nil, errJSON
	}
	if p.take(".") && p.digits() == 0 {
		return nil, errJSON
	}
	if p.take("e") || p.take("E") {
		if !p.take("+") {
			p.take("-")
		}
		if p.digits() == 0 {
			return nil, errJSON
		}
	}
	// Beyond the range of a double Go gives an infinity and an error. It is kept
	// as an infinity, which is not sound.
	number, _ := strconv.ParseFloat(string(start[:len(start)-len(p.rest)]), 64)
	return number, nil
}

func (p *parser) digits() int {
	count := 0
	for count < len(p.rest) && p.rest[count] >= '0' && p.rest[count] <= '9' {
		count++
	}
	p.rest = p.rest[count:]
	return count
}

// Order is how the members of objects stand when they are written.
type Order bool

const (
	asTheyStand Order = false
	canonical   Order = true // by the UTF-16 code units of their names (RFC 8785)
)

var errNoBytes = errors.New("RFC 8785 has no bytes for it")

// writeJSON writes a value without white space, and its texts and numbers as
// RFC 8785 writes them.
func writeJSON(value any, order Order) ([]byte, error) { return appendJSON(nil, value, order) }

func appendJSON(out []byte, value any, order Order) ([]byte, error) {
	switch value := value.(type) {
	case nil:
		return append(out, "null"...), nil
	case bool:
		return strconv.AppendBool(out, value), nil
	case float64:
		return appendNumber(out, value)
	case string:
		return appendText(out, value)
	case []any:
		return appendList(out, value, order)
	case *Object:
		return appendObject(out, value, order)
	}
	return nil, errNoBytes
}

func appendList(out []byte, list []any, order Order) ([]byte, error) {
	out = append(out, '[')
	for i, item := range list {
		if i > 0 {
			out = append(out, ',')
		}
		var err error
		if out, err = appendJSON(out, item, order); err != nil {
			return nil, err
		}
	}
	return append(out, ']'), nil
}

func appendObject(out []byte, object *Object, order Order) ([]byte, error) {
	names := object.names
	if order == canonical {
		names = slices.SortedFunc(slices.Values(names), compareUnits)
	}
	out = append(out, '{')
	for i, name := range names {
		if i > 0 {
			out = append(out, ',')
		}
		var err error
		if out, err = appendText(out, name); err != nil {
			return nil, err
		}
		out = append(out, ':')
		if out, err = appendJSON(out, object.values[name], order); err != nil {
			return nil, err
		}
	}
	return append(out, '}'), nil
}

func compareUnits(a, b string) int {
	return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
}

func appendText(out []byte, text string) ([]byte, error) {
	if !utf8.ValidString(text) {
		return nil, errNoBytes // half of a surrogate pair
	}
	out = append(out, '"')
	for i := 0; i < len(text); i++ {
		switch sign := text[i]; {
		case sign == '"' || sign == '\\':
			out = append(out, '\\', sign)
		case sign >= 0x20:
			out = append(out, sign)
		case strings.IndexByte("\b\t\n\f\r", sign) >= 0:
			out = append(out, '\\', "btnfr"[strings.IndexByte("\b\t\n\f\r", sign)])
		default:
			out = fmt.Appendf(out, `\u%04x`, sign)
		}
	}
	return append(out, '"'), nil
}

// appendNumber writes a number as ECMAScript does.
func appendNumber(out []byte, number float64) ([]byte, error) {
	size := math.Abs(number)
	switch {
	case math.IsInf(number, 0) || math.IsNaN(number):
		return nil, errNoBytes
	case number == 0:
		return append(out, '0'), nil // the negative zero, too
	case size >= 1e-6 && size < 1e21:
		return strconv.AppendFloat(out, number, 'f', -1, 64), nil
	}
	text := strconv.FormatFloat(number, 'e', -1, 64)
	text = strings.Replace(text, "e-0", "e-", 1) // Go writes two digits at least
	return append(out, text...), nil
}

// ---------------------------------------------------------------------------
// 9. The vectors
// ---------------------------------------------------------------------------

// checkVectorFile prints each vector that disagrees, and returns the exit code.
func checkVectorFile(path string) int {
	bytes, err := os.ReadFile(path)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	value, err := parseJSON(bytes)
	file, isObject := value.(*Object)
	if err != nil || !isObject {
		fmt.Fprintln(os.Stderr, "the vectors are no JSON object")
		return 2
	}
	keys, proofs, vectors := objectAt(file, "keys"), objectAt(file, "proofs"), listAt(file, "vectors")
	agree := 0
	for _, item := range vectors {
		vector, ok := item.(*Object)
		if !ok {
			vector = &Object{}
		}
		expected := printable(vector.values["expected"])
		got := printable(resultOf(vector, keys, proofs))
		if got == expected {
			agree++
			continue
		}
		fmt.Printf("%s: expected %s, got %s\n", printable(vector.values["name"]), expected, got)
	}
	fmt.Printf("%d of %d vectors agree\n", agree, len(vectors))
	if agree != len(vectors) || len(vectors) == 0 {
		return 1
	}
	return 0
}

// resultOf checks the proof of a vector, and says the result as the vectors do.
func resultOf(vector, keys, proofs *Object) any {
	proof, isThere := proofs.get(textAt(vector, "proof"))
	set, hasKeys := keys.get(textAt(vector, "keys"))
	if !isThere || !hasKeys {
		return "the vector names what is not there"
	}
	proof = copyOf(proof) // other vectors change the same proof
	for _, item := range listAt(vector, "changes") {
		change, ok := item.(*Object)
		if !ok {
			return "a change is no object"
		}
		to, hasTo := change.get("to")
		if proof, ok = changed(proof, listAt(change, "path"), copyOf(to), hasTo); !ok {
			return "a change has no place in the proof"
		}
	}
	proved, fault := verify(proof, readKeys(set))
	result := &Object{}
	if fault != noFault {
		result.set("fault", string(fault))
		return result
	}
	seqs := []any{}
	for _, entry := range proved.Proof.Events {
		seqs = append(seqs, float64(entry.Event.Seq))
	}
	result.set("workspace", proved.Workspace)
	result.set("events", seqs)
	return result
}

// changed puts "to" at the path of a value, or takes away what stands there.
func changed(value any, path []any, to any, has bool) (any, bool) {
	if len(path) == 0 {
		return to, has
	}
	switch within := value.(type) {
	case *Object:
		name, ok := path[0].(string)
		return within, ok && changeMember(within, name, path[1:], to, has)
	case []any:
		index, ok := readWhole(path[0], 0)
		if !ok {
			return nil, false
		}
		return changeItem(within, index, path[1:], to, has)
	}
	return nil, false
}

func changeMember(object *Object, name string, path []any, to any, has bool) bool {
	if len(path) == 0 && !has {
		object.remove(name)
		return true
	}
	member, isThere := object.get(name)
	if !isThere && len(path) > 0 {
		return false
	}
	member, ok := changed(member, path, to, has)
	object.set(name, member)
	return ok
}

func changeItem(list []any, index int64, path []any, to any, has bool) (any, bool) {
	switch {
	case index > int64(len(list)):
		return nil, false
	case index == int64(len(list)):
		return append(list, to), has && len(path) == 0
	case len(path) == 0 && !has:
		return slices.Delete(list, int(index), int(index)+1), true
	}
	item, ok := changed(list[index], path, to, has)
	list[index] = item
	return list, ok
}

func copyOf(value any) any {
	switch value := value.(type) {
	case *Object:
		object := &Object{}
		for _, name := range value.names {
			object.set(name, copyOf(value.values[name]))
		}
		return object
	case []any:
		list := []any{}
		for _, item := range value {
			list = append(list, copyOf(item))
		}
		return list
	}
	return value
}

func objectAt(object *Object, name string) *Object {
	if member, ok := object.values[name].(*Object); ok {
		return member
	}
	return &Object{}
}

func listAt(object *Object, name string) []any {
	list, _ := object.values[name].([]any)
	return list
}

func textAt(object *Object, name string) string {
	text, _ := object.values[name].(string)
	return text
}
