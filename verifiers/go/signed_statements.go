//go:build ignore

// Signed statements, version 1: a verifier written from signed-statements.md
// alone, with nothing but the standard library.
//
//	go run signed_statements.go VECTORS.json
//
// checks the vectors. As a library: ParseJSON, FollowSigners and CheckVotes.
package main

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"maps"
	"math"
	"math/big"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// ---------------------------------------------------------------------------
// JSON

type object = map[string]any

var escape = regexp.MustCompile(`\\(u[dD][89abAB][[:xdigit:]]{2}\\u[dD][c-fC-F][[:xdigit:]]{2}|u[[:xdigit:]]{4}|.)`)
var surrogate = regexp.MustCompile(`^\\u[dD][89a-fA-F]..$`)

// ParseJSON reads one RFC 8259 text as nil, bool, json.Number, string, []any
// or object. Unlike encoding/json it refuses bytes that are not UTF-8. A lone
// surrogate, for which Go has no text, becomes a NUL: no form on the page
// admits either. Of members with the same name the last counts.
func ParseJSON(text []byte) (any, error) {
	if !utf8.Valid(text) {
		return nil, errors.New("not UTF-8")
	}
	text = escape.ReplaceAllFunc(text, func(found []byte) []byte {
		if surrogate.Match(found) {
			return []byte(`\u0000`)
		}
		return found
	})
	if !json.Valid(text) { // Decode below would let something follow the value
		return nil, errors.New("not JSON")
	}
	var value any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // a number beyond the doubles is no fault of the JSON
	err := decoder.Decode(&value)
	return value, err
}

// number is the double nearest to a number, or NaN if the value is none.
func number(value any) float64 {
	n, ok := value.(json.Number)
	if !ok {
		return math.NaN()
	}
	f, _ := strconv.ParseFloat(string(n), 64) // out of range: an infinity
	return f
}

// text is a member that is text, or "" (which no form admits).
func text(o object, name string) string {
	s, _ := o[name].(string)
	return s
}

func member(o object, name string) object {
	m, _ := o[name].(object)
	return m
}

var escapeText = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// canonical appends the canonical bytes (RFC 8785) of a value that has its
// form: its numbers are whole and smaller than 2^53, its texts are Unicode
// without control characters, and its names of members are ASCII, so that the
// order of bytes is that of UTF-16.
func canonical(out []byte, value any) []byte {
	switch v := value.(type) {
	case bool:
		return strconv.AppendBool(out, v)
	case json.Number:
		return strconv.AppendFloat(out, number(v), 'f', -1, 64)
	case string:
		return append(append(append(out, '"'), escapeText.Replace(v)...), '"')
	case []any:
		out = append(out, '[')
		for i, item := range v {
			if i > 0 {
				out = append(out, ',')
			}
			out = canonical(out, item)
		}
		return append(out, ']')
	case object:
		out = append(out, '{')
		for i, name := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				out = append(out, ',')
			}
			out = canonical(append(canonical(out, name), ':'), v[name])
		}
		return append(out, '}')
	}
	return append(out, "null"...)
}

// digest is H(prefix, value).
func digest(prefix string, value any) [32]byte {
	return sha256.Sum256(canonical(append([]byte(prefix), 0), value))
}

func hexDigest(prefix string, value any) string {
	d := digest(prefix, value)
	return hex.EncodeToString(d[:])
}

// ---------------------------------------------------------------------------
// Forms

// A form says whether a value has it.
type form func(any) bool

// record is an object with these members and no others. A name with a
// question mark at its end is that of a member which may be absent.
func record(members map[string]form) form {
	return func(value any) bool {
		o, ok := value.(object)
		if !ok {
			return false
		}
		seen := 0
		for name, has := range members {
			name, optional := strings.CutSuffix(name, "?")
			if member, present := o[name]; present && has(member) {
				seen++
			} else if present || !optional {
				return false
			}
		}
		return seen == len(o)
	}
}

// checked is an object of that form of which something more holds.
func checked(f form, holds func(object) bool) form {
	return func(value any) bool {
		o, _ := value.(object)
		return f(value) && holds(o)
	}
}

// byMember picks the form by the text of a member.
func byMember(name string, forms map[string]form) form {
	return func(value any) bool {
		o, _ := value.(object)
		f := forms[text(o, name)]
		return f != nil && f(value)
	}
}

func texts(fits func(string) bool) form {
	return func(value any) bool {
		s, ok := value.(string)
		return ok && fits(s)
	}
}

// match is text that as a whole is of that pattern.
func match(pattern string) form {
	return texts(regexp.MustCompile(`\A(?:` + pattern + `)\z`).MatchString)
}

// data is bytes, at least one of them.
func data(least, most int) form {
	return texts(func(s string) bool { return least <= len(decode(s)) && len(decode(s)) <= most })
}

// decode reads base64url in its one spelling, and any other as no bytes.
func decode(s string) []byte {
	b, err := base64.RawURLEncoding.DecodeString(s)
	if err != nil || base64.RawURLEncoding.EncodeToString(b) != s {
		return nil
	}
	return b
}

// bytesOf is a member that has the form of bytes.
func bytesOf(o object, name string) []byte { return decode(text(o, name)) }

const (
	timeLayout = "2006-01-02T15:04:05.000Z"
	day        = 24 * time.Hour
)

func isTime(s string) bool {
	t, err := time.Parse(timeLayout, s)
	return err == nil && t.Format(timeLayout) == s && 2000 <= t.Year() && t.Year() <= 2999
}

// instant is the moment of a text that has the form of a time.
func instant(s string) time.Time {
	t, _ := time.Parse(timeLayout, s)
	return t
}

func isName(s string) bool {
	units := 0
	for _, r := range s {
		if unicode.Is(unicode.Cc, r) {
			return false
		}
		units += utf16.RuneLen(r)
	}
	return 1 <= units && units <= 256
}

var (
	host   = match(`[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*`)
	origin = regexp.MustCompile(`\A(https?)://([a-z0-9.-]+)(:[0-9]{1,5})?\z`)
)

func isHost(s string) bool { return len(s) <= 253 && host(s) }

// goodOrigin says whether the origin of a passkey is one that its rpId may have.
func goodOrigin(signer object) bool {
	s, rpID := text(signer, "origin"), text(signer, "rpId")
	parts := origin.FindStringSubmatch(s)
	return parts != nil && len(s) <= 512 && (parts[1] == "https" || parts[2] == "localhost") &&
		(parts[2] == rpID || strings.HasSuffix(parts[2], "."+rpID))
}

var renderer = match(`[a-z]+/[0-9]+`)

func isRenderer(s string) bool { return len(s) <= 32 && renderer(s) }

func isText(value any) bool { return texts(func(string) bool { return true })(value) }

func isBool(value any) bool { return value == true || value == false }

func isOne(value any) bool { return number(value) == 1 }

// isWhole is a whole number from 1, less than 2^53.
func isWhole(value any) bool {
	n := number(value)
	return n >= 1 && n < 1<<53 && n == math.Trunc(n)
}

// forgeable are the y of those points of Ed25519 with which anybody can sign.
var forgeable = []string{
	"0000000000000000000000000000000000000000000000000000000000000000",
	"0100000000000000000000000000000000000000000000000000000000000000",
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
}

// goodX says whether the x of an Ed25519 key is one that the page admits.
func goodX(key object) bool {
	x := bytesOf(key, "x")
	x[31] &= 0x7f // without its highest bit
	if slices.Contains(forgeable, hex.EncodeToString(x)) {
		return false
	}
	slices.Reverse(x)
	prime := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))
	return new(big.Int).SetBytes(x).Cmp(prime) < 0
}

func goodModulus(key object) bool {
	n := bytesOf(key, "n")
	return n[0]&0x80 != 0 && n[len(n)-1]&1 != 0
}

var (
	aHash       = match(`[0-9a-f]{64}`)
	aTime       = texts(isTime)
	aName       = texts(isName)
	aPerson     = match(`prn_[0-9a-z]{1,64}`)
	aRequest    = match(`req_[0-9a-z]{1,64}`)
	aSignerID   = match(`sig_[0-9a-f]{32}`)
	aDeployment = match(`dep_[0-9a-f]{32}`)

	okp     = checked(record(map[string]form{"kty": match(`OKP`), "crv": match(`Ed25519`), "x": data(32, 32)}), goodX)
	modulus = checked(record(map[string]form{"kty": match(`RSA`), "n": data(256, 1024), "e": match(`AQAB`)}), goodModulus)
	ec      = record(map[string]form{"kty": match(`EC`), "crv": match(`P-256`), "x": data(32, 32), "y": data(32, 32)})
	jwk     = byMember("kty", map[string]form{"OKP": okp, "EC": ec, "RSA": modulus})

	aSigner = byMember("grade", map[string]form{
		"device": record(map[string]form{"grade": match(`device`), "kept": match(`browser|file`), "key": okp}),
		"passkey": checked(record(map[string]form{"grade": match(`passkey`), "key": jwk, "rpId": texts(isHost),
			"origin": isText, "credential": data(1, 1023)}),
			goodOrigin),
	})

	aProof = byMember("grade", map[string]form{
		"device": record(map[string]form{"grade": match(`device`), "signature": data(64, 64)}),
		"passkey": record(map[string]form{"grade": match(`passkey`), "authenticatorData": data(37, 1024),
			"clientDataJSON": data(2, 1024), "signature": data(8, 1024)}),
	})

	shown = record(map[string]form{"blocks": aHash, "renderer": texts(isRenderer),
		"language": match(`[A-Za-z0-9-]{1,35}`)})

	aStatement = byMember("purpose", map[string]form{
		"earshot.vote": statement(map[string]form{"request": aRequest, "verdict": match(`approve|reject`),
			"action": aHash, "args?": aHash, "shown": shown, "reason?": aHash, "revision": aName, "rule": aName}),
		"earshot.permission": statement(map[string]form{"permission": aHash, "revision": aName}),
		"earshot.policy":     statement(map[string]form{"text": aHash, "former?": aName}),
		"earshot.key":        statement(map[string]form{"terms": aHash}),
		"earshot.enrol": statement(map[string]form{"as": match(`root|own|introduction|recovery`),
			"name": aName, "key": aSigner}),
		"earshot.admit": statement(map[string]form{"as": match(`own|introduction|recovery`),
			"person": aPerson, "enrol": aHash}),
		"earshot.end":   statement(map[string]form{"person": aPerson, "ended": aSignerID}),
		"earshot.owner": statement(map[string]form{"person": aPerson, "owner": isBool}),
	})

	aSigned = record(map[string]form{"statement": aStatement, "proof": aProof})

	anEntry = record(map[string]form{
		"v": isOne, "deployment": aDeployment, "workspace": aName, "seq": isWhole, "previous?": aHash, "at": aTime,
		"change": match(`root|own|introduction|recovery|end|owner|lost`),
		"signed": func(value any) bool {
			list, ok := value.([]any)
			return ok && 1 <= len(list) && len(list) <= 3 &&
				!slices.ContainsFunc(list, func(item any) bool { return !aSigned(item) })
		},
	})
)

// statement is a statement with these members besides those of every one.
func statement(members map[string]form) form {
	all := map[string]form{
		"v": isOne, "purpose": isText, "deployment": aDeployment,
		"workspace": aName, "voter": aPerson, "signer": aSignerID, "head?": aHash,
		"nonce": match(`[A-Za-z0-9_-]{22,64}`), "at": aTime, "until": aTime,
	}
	maps.Copy(all, members)
	return checked(record(all), func(s object) bool {
		_, hasHead := s["head"]
		lasts := instant(text(s, "until")).Sub(instant(text(s, "at")))
		most := 31 * day
		if slices.Contains([]string{"earshot.enrol", "earshot.admit", "earshot.end", "earshot.owner"}, text(s, "purpose")) {
			most = 3 * day
		}
		return 0 < lasts && lasts <= most && hasHead != (isEnrol(s) && text(s, "as") == "root")
	})
}

func isEnrol(s object) bool { return text(s, "purpose") == "earshot.enrol" }

// ---------------------------------------------------------------------------
// Signatures

func signerID(signer object) string {
	return "sig_" + hexDigest("earshot.signer.v1", signer)[:32]
}

func strength(signer object) int {
	switch {
	case text(signer, "grade") == "passkey":
		return 3
	case text(signer, "kept") == "file":
		return 2
	}
	return 1
}

// goodProof says whether the proof of a signed statement is one of the signer.
// All of them have their form.
func goodProof(signed, signer object) bool {
	challenge := digest("earshot.vote.v1", signed["statement"])
	proof, key := member(signed, "proof"), member(signer, "key")
	if text(proof, "grade") != text(signer, "grade") {
		return false
	}
	signature := bytesOf(proof, "signature")
	if text(proof, "grade") == "device" {
		return ed25519.Verify(bytesOf(key, "x"), challenge[:], signature)
	}

	client := bytesOf(proof, "clientDataJSON")
	parsed, err := ParseJSON(client)
	said, ok := parsed.(object)
	if err != nil || !ok || text(said, "type") != "webauthn.get" ||
		text(said, "challenge") != base64.RawURLEncoding.EncodeToString(challenge[:]) ||
		text(said, "origin") != text(signer, "origin") {
		return false
	}
	if cross, present := said["crossOrigin"]; present && cross != false {
		return false
	}
	if _, present := said["topOrigin"]; present {
		return false
	}

	authenticator := bytesOf(proof, "authenticatorData")
	party := sha256.Sum256([]byte(text(signer, "rpId")))
	if !bytes.Equal(authenticator[:32], party[:]) || authenticator[32]&0x05 != 0x05 {
		return false
	}

	hash := sha256.Sum256(client)
	message := slices.Concat(authenticator, hash[:])
	sum := sha256.Sum256(message)
	switch text(key, "kty") {
	case "OKP":
		return ed25519.Verify(bytesOf(key, "x"), message, signature)
	case "EC":
		point := slices.Concat([]byte{4}, bytesOf(key, "x"), bytesOf(key, "y"))
		public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
		return err == nil && ecdsa.VerifyASN1(public, sum[:], signature)
	case "RSA":
		public := &rsa.PublicKey{N: new(big.Int).SetBytes(bytesOf(key, "n")), E: 65537}
		return rsa.VerifyPKCS1v15(public, crypto.SHA256, sum[:], signature) == nil
	}
	return false
}

// ---------------------------------------------------------------------------
// The chain of signers

// A Fault is why a chain or votes do not hold.
type Fault struct {
	Code string // such as "malformed"
	Seq  int    // of the entry, from 1; 0 where the fault is one of votes
}

// Known is what whoever follows a chain has from elsewhere.
type Known struct {
	Now    time.Time // the verifier's clock
	Pin    string    // the hash that the first entry must have, or ""
	Seen   string    // the hash of the newest entry seen before, or ""
	SeenAt time.Time // when that was seen
}

// A Signer is one that came in by the chain.
type Signer struct {
	Person string
	From   string // the time it came in
	Ended  string // the time it ended, or ""
	value  object
}

// inForce says whether the signer came in not after signedAt, and has not
// ended or only after usedAt.
func (s *Signer) inForce(signedAt, usedAt string) bool {
	return s.From <= signedAt && (s.Ended == "" || s.Ended > usedAt)
}

// A Set is what a chain of signers comes to.
type Set struct {
	Deployment, Workspace string
	Head                  string             // the hash of the last entry
	Pinned                bool               // if not, the chain is held on the server's word
	Signers               map[string]*Signer // by id, with those that have ended
	Names                 map[string]string  // by person: all who have had a signer
	Owners                map[string]bool    // the people who are owners
	last                  object             // the last entry
	hashes                map[string]bool    // of the entries
	nonces                map[string]bool
	keys                  map[string]bool // the x or n of every signer
}

// Living is the ids of the signers that have not ended, sorted.
func (set *Set) Living() []string {
	living := maps.Clone(set.Signers)
	maps.DeleteFunc(living, func(_ string, s *Signer) bool { return s.Ended != "" })
	return slices.Sorted(maps.Keys(living))
}

// of is the signer of that id, if the person has (or had) it.
func (set *Set) of(person, id string) *Signer {
	if s := set.Signers[id]; s != nil && s.Person == person {
		return s
	}
	return nil
}

// had says whether the person has had a signer: no name is empty.
func (set *Set) had(person string) bool { return set.Names[person] != "" }

func (set *Set) onlyOwner(person string) bool {
	return set.Owners[person] && len(set.Owners) == 1
}

// FollowSigners goes through the entries of a chain, as ParseJSON gives them.
func FollowSigners(entries []any, known Known) (*Set, *Fault) {
	set := &Set{Pinned: known.Pin != "", Signers: map[string]*Signer{}, Names: map[string]string{},
		Owners: map[string]bool{}, hashes: map[string]bool{}, nonces: map[string]bool{}, keys: map[string]bool{}}
	if len(entries) == 0 {
		return nil, &Fault{"malformed", 1}
	}
	for i, value := range entries {
		if code := set.follow(i+1, value, known); code != "" {
			return nil, &Fault{code, i + 1}
		}
	}
	if known.Seen != "" && !set.hashes[known.Seen] {
		return nil, &Fault{"rolled_back", len(entries) + 1}
	}
	return set, nil
}

// follow takes one entry in, or says its first fault.
func (set *Set) follow(seq int, value any, known Known) string {
	if !anEntry(value) {
		return "malformed"
	}
	entry, _ := value.(object)
	hash := hexDigest("earshot.signers.v1", entry)
	at, change := text(entry, "at"), text(entry, "change")
	if seq == 1 {
		if known.Pin != "" && hash != known.Pin {
			return "other_root"
		}
		set.Deployment, set.Workspace = text(entry, "deployment"), text(entry, "workspace")
	}
	if number(entry["seq"]) != float64(seq) || text(entry, "previous") != set.Head ||
		at < text(set.last, "at") || (change == "root") != (seq == 1) {
		return "out_of_order"
	}
	if instant(at).After(known.Now.Add(5 * time.Minute)) {
		return "from_later"
	}
	if known.Seen != "" && set.hashes[known.Seen] && known.SeenAt.Sub(instant(at)) > 5*time.Minute {
		return "from_earlier"
	}

	var statements []object
	list, _ := entry["signed"].([]any)
	for _, item := range list {
		signed, _ := item.(object)
		if code := set.checkSigned(signed, entry); code != "" {
			return code
		}
		statements = append(statements, member(signed, "statement"))
	}
	for _, s := range statements {
		if set.nonces[text(s, "nonce")] {
			return "used_again"
		}
		set.nonces[text(s, "nonce")] = true
	}
	if known.Pin != "" && change == "lost" {
		return "lost_signers"
	}
	for _, s := range statements {
		if !isEnrol(s) && !set.byStrongest(s) {
			return "weaker"
		}
	}

	code := ""
	switch change {
	case "end":
		code = set.end(at, statements)
	case "owner":
		code = set.owner(statements)
	default:
		code = set.letIn(at, change, statements)
	}
	set.Head, set.last, set.hashes[hash] = hash, entry, true
	return code
}

// checkSigned says the first fault of one signed statement of an entry.
func (set *Set) checkSigned(signed, entry object) string {
	s, at := member(signed, "statement"), text(entry, "at")
	_, hasHead := s["head"]
	if !set.here(s) || !set.here(entry) || hasHead && !set.hashes[text(s, "head")] {
		return "elsewhere"
	}
	if at < text(s, "at") || at > text(s, "until") {
		return "not_in_force"
	}
	signer := member(s, "key")
	if !isEnrol(s) {
		has := set.of(text(s, "voter"), text(s, "signer"))
		if has == nil || !has.inForce(text(s, "at"), at) {
			return "not_in_force"
		}
		signer = has.value
	}
	if signerID(signer) != text(s, "signer") || !goodProof(signed, signer) {
		return "not_signed"
	}
	return ""
}

// here says whether a statement or an entry is of this deployment and workspace.
func (set *Set) here(o object) bool {
	return text(o, "deployment") == set.Deployment && text(o, "workspace") == set.Workspace
}

// byStrongest says whether no other signer that the voter has now is stronger
// than the one that signed.
func (set *Set) byStrongest(s object) bool {
	by := set.Signers[text(s, "signer")]
	for _, other := range set.Signers {
		if other.Person == by.Person && other.Ended == "" && strength(other.value) > strength(by.value) {
			return false
		}
	}
	return true
}

// sameKey is what two keys have in common if they are the same: an x or an n,
// which differ in length; a point of Ed25519 and its negative are one.
func sameKey(key object) string {
	x := bytesOf(key, "x")
	if text(key, "kty") == "OKP" {
		x[31] &= 0x7f
	}
	return string(x) + text(key, "n")
}

// letIn is an entry by which a signer comes in.
func (set *Set) letIn(at, change string, statements []object) string {
	var enrols, admits []object
	for _, s := range statements {
		switch text(s, "purpose") {
		case "earshot.enrol":
			enrols = append(enrols, s)
		case "earshot.admit":
			admits = append(admits, s)
		default:
			return "wrong_people"
		}
	}
	as := change
	if change == "lost" {
		as = "recovery"
	}
	if len(enrols) != 1 || text(enrols[0], "as") != as {
		return "wrong_people"
	}
	enrol := enrols[0]
	person, id, signer := text(enrol, "voter"), text(enrol, "signer"), member(enrol, "key")
	digest := hexDigest("earshot.vote.v1", enrol)
	for _, a := range admits {
		if text(a, "as") != as || text(a, "person") != person || text(a, "enrol") != digest {
			return "wrong_people"
		}
	}
	key := sameKey(member(signer, "key"))
	if set.keys[key] {
		return "used_again"
	}
	if code := set.mayLetIn(change, enrol, admits); code != "" {
		return code
	}

	if change == "root" {
		set.Owners[person] = true
	}
	if as == "recovery" {
		for _, s := range set.Signers {
			if s.Person == person && s.Ended == "" {
				s.Ended = at
			}
		}
	}
	set.Signers[id] = &Signer{Person: person, From: at, value: signer}
	set.Names[person] = text(enrol, "name")
	set.keys[key] = true
	return ""
}

// mayLetIn says by the change why these admits do not let the enrol in.
func (set *Set) mayLetIn(change string, enrol object, admits []object) string {
	person := text(enrol, "voter")
	switch change {
	case "root":
		if len(admits) == 0 {
			return ""
		}
	case "own":
		if len(admits) == 1 && text(admits[0], "voter") == person {
			return set.own(enrol, admits[0])
		}
	case "introduction":
		if !set.had(person) {
			return set.admitted(enrol, admits)
		}
	case "recovery":
		if set.had(person) {
			return set.admitted(enrol, admits)
		}
	case "lost":
		if set.had(person) && (len(admits) == 0 || len(admits) == 1 && set.otherOwner(admits[0], person)) {
			return ""
		}
	}
	return "wrong_people"
}

// otherOwner says whether a statement is by an owner who is not the person.
func (set *Set) otherOwner(s object, person string) bool {
	voter := text(s, "voter")
	return set.Owners[voter] && voter != person
}

func (set *Set) own(enrol, admit object) string {
	by := set.Signers[text(admit, "signer")]
	switch {
	case strength(by.value) >= strength(member(enrol, "key")):
		return ""
	case set.onlyOwner(by.Person):
		return waited(enrol, admit)
	}
	return "weaker"
}

// admitted says why these admits are not enough for an introduction or a
// recovery.
func (set *Set) admitted(enrol object, admits []object) string {
	person := text(enrol, "voter")
	if len(admits) < 1 || len(admits) > 2 || !set.otherOwner(admits[0], person) {
		return "wrong_people"
	}
	first := text(admits[0], "voter")
	if len(admits) == 1 {
		if !set.onlyOwner(first) {
			return "wrong_people"
		}
		return waited(enrol, admits[0])
	}
	others := len(set.Owners)
	if set.Owners[person] {
		others--
	}
	second := text(admits[1], "voter")
	if second == person || second == first || others >= 2 && !set.Owners[second] {
		return "wrong_people"
	}
	return ""
}

// waited is "" if the admit was signed at least 24 hours after the enrol.
func waited(enrol, admit object) string {
	if instant(text(admit, "at")).Sub(instant(text(enrol, "at"))) < day {
		return "too_soon"
	}
	return ""
}

// alike says whether all statements have the purpose, the same person and the
// same member besides, and different voters.
func alike(statements []object, purpose, name string) bool {
	voters := map[string]bool{}
	for _, s := range statements {
		voter := text(s, "voter")
		if text(s, "purpose") != purpose || text(s, "person") != text(statements[0], "person") ||
			s[name] != statements[0][name] || voters[voter] {
			return false
		}
		voters[voter] = true
	}
	return true
}

// byOwners says whether the voters of all statements are owners.
func (set *Set) byOwners(statements []object) bool {
	return !slices.ContainsFunc(statements, func(s object) bool { return !set.Owners[text(s, "voter")] })
}

// byPerson says whether the only voter is the person.
func byPerson(statements []object, person string) bool {
	return len(statements) == 1 && text(statements[0], "voter") == person
}

func (set *Set) end(at string, statements []object) string {
	if !alike(statements, "earshot.end", "ended") {
		return "wrong_people"
	}
	person := text(statements[0], "person")
	ended := set.of(person, text(statements[0], "ended"))
	enough := set.byOwners(statements) && (len(statements) >= 2 || !set.Owners[person])
	if ended == nil || ended.Ended != "" || !enough && !byPerson(statements, person) {
		return "wrong_people"
	}
	ended.Ended = at
	return ""
}

func (set *Set) owner(statements []object) string {
	if !alike(statements, "earshot.owner", "owner") {
		return "wrong_people"
	}
	person, becomes := text(statements[0], "person"), statements[0]["owner"] == true
	enough := set.byOwners(statements) && (len(statements) >= 2 || len(set.Owners) == 1)
	if !set.had(person) || set.Owners[person] == becomes ||
		!enough && (becomes || !byPerson(statements, person)) ||
		!becomes && set.onlyOwner(person) {
		return "wrong_people"
	}
	if becomes {
		set.Owners[person] = true
	} else {
		delete(set.Owners, person)
	}
	return ""
}

// ---------------------------------------------------------------------------
// Votes

// Wanted is what a verifier of votes knows, never from the server.
type Wanted struct {
	Request string // the id of the request
	Action  string // the digest of the action
	Grade   string // "device" or "passkey"
	Count   int    // of different people, 1 at least
	At      string // when the action runs
}

// CheckVotes checks votes, as ParseJSON gives them, in their order, and gives
// the people who approve, sorted.
func CheckVotes(votes []any, set *Set, wanted Wanted) ([]string, *Fault) {
	if set == nil || !isTime(wanted.At) || wanted.Count < 1 || wanted.Grade != "device" && wanted.Grade != "passkey" {
		return nil, &Fault{Code: "malformed"} // what is known has no sense: let nothing pass
	}
	voters, args := map[string]bool{}, map[string]bool{}
	for _, vote := range votes {
		signed, _ := vote.(object)
		if code := checkVote(signed, set, wanted); code != "" {
			return nil, &Fault{Code: code}
		}
		s := member(signed, "statement")
		voters[text(s, "voter")] = true
		args[text(s, "args")] = true // "" where it has none
	}
	if len(args) > 1 {
		return nil, &Fault{Code: "other_action"}
	}
	if len(voters) < wanted.Count {
		return nil, &Fault{Code: "too_few"}
	}
	return slices.Sorted(maps.Keys(voters)), nil
}

func checkVote(signed object, set *Set, wanted Wanted) string {
	s := member(signed, "statement")
	if !aSigned(signed) || text(s, "purpose") != "earshot.vote" {
		return "malformed"
	}
	if !set.here(s) || !set.hashes[text(s, "head")] {
		return "elsewhere"
	}
	signer := set.of(text(s, "voter"), text(s, "signer"))
	if wanted.At < text(s, "at") || wanted.At > text(s, "until") ||
		signer == nil || !signer.inForce(text(s, "at"), wanted.At) {
		return "not_in_force"
	}
	if !goodProof(signed, signer.value) {
		return "not_signed"
	}
	if text(s, "request") != wanted.Request || text(s, "action") != wanted.Action {
		return "other_action"
	}
	if text(s, "verdict") != "approve" {
		return "rejected"
	}
	if wanted.Grade == "passkey" && text(signer.value, "grade") != "passkey" {
		return "weaker"
	}
	return ""
}

// ---------------------------------------------------------------------------
// The vectors

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: verifier VECTORS.json")
	}
	content, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	value, err := ParseJSON(content)
	vectors, ok := value.([]any)
	if err != nil || !ok || len(vectors) == 0 {
		log.Fatalf("%s: no list of vectors: %v", os.Args[1], err)
	}
	agree := 0
	for _, value := range vectors {
		vector, _ := value.(object)
		expected := string(canonical(nil, vector["expected"]))
		got := string(canonical(nil, outcome(member(vector, "input"))))
		if got == expected {
			agree++
			continue
		}
		fmt.Printf("%q: expected %s, got %s\n", text(vector, "name"), expected, got)
	}
	fmt.Printf("%d of %d vectors agree\n", agree, len(vectors))
	if agree != len(vectors) {
		os.Exit(1)
	}
}

var (
	aSight  = record(map[string]form{"head": aHash, "at": aTime})
	anInput = record(map[string]form{"entries": isList, "now": aTime, "pin?": aHash, "seen?": aSight,
		"votes?": isList, "wanted?": aWanted})
	aWanted = record(map[string]form{"request": aRequest, "action": aHash,
		"grade": match(`device|passkey`), "count": isWhole, "at": aTime})
)

func isList(value any) bool {
	_, ok := value.([]any)
	return ok
}

// outcome is what an input comes to, in the form of "expected".
func outcome(input object) object {
	if !anInput(input) {
		return object{"error": "an input that the page does not describe"}
	}
	entries, _ := input["entries"].([]any)
	known := Known{Now: instant(text(input, "now")), Pin: text(input, "pin")}
	if seen := member(input, "seen"); seen != nil {
		known.Seen, known.SeenAt = text(seen, "head"), instant(text(seen, "at"))
	}
	set, fault := FollowSigners(entries, known)
	if fault != nil {
		return object{"fault": fault.Code, "seq": json.Number(strconv.Itoa(fault.Seq))}
	}
	result := object{"head": set.Head, "signers": list(set.Living())}
	if votes, ok := input["votes"].([]any); ok {
		w := member(input, "wanted")
		voters, fault := CheckVotes(votes, set, Wanted{Request: text(w, "request"), Action: text(w, "action"),
			Grade: text(w, "grade"), Count: int(number(w["count"])), At: text(w, "at")})
		if fault != nil {
			return object{"fault": fault.Code}
		}
		result["voters"] = list(voters)
	}
	return result
}

func list(texts []string) []any {
	items := make([]any, len(texts))
	for i, t := range texts {
		items[i] = t
	}
	return items
}
